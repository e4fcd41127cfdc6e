import type { SpeechAccount } from "../accounts";
import { baseAddress } from "../base-address";
import { connectionFinding, statusFinding } from "../check/connection";
import type { Finding } from "../check/finding";
import { createFinding } from "../check/finding-table";
import { MAX_BYTES } from "../check/limits";
import { type Probe, someOf, withoutRepeats } from "../check/probe";
import { transcriberFinding, voiceFinding } from "../check/speak";
import { VERSION_HEADERS } from "./api";
import { explainCartesiaReason } from "./reasons";
import { createCartesiaSynthesizer } from "./synthesizer";
import { createCartesiaTranscriber } from "./transcriber";

/** Whether Cartesia accepts the key, by a list of one voice. Source: docs.cartesia.ai/api-reference/voices/list. */
async function keyFinding({ egress, limits, signal }: Probe, account: SpeechAccount): Promise<Finding> {
  try {
    const { status } = await egress.fetch(`${baseAddress(account.baseUrl)}/voices?limit=1`, {
      headers: { ...VERSION_HEADERS, authorization: `Bearer ${account.key ?? ""}` },
      signal,
      timeoutMs: limits.requestMs,
      maxBytes: MAX_BYTES,
    });
    // The voices and models show what a key that cannot read the list is good for.
    if ((status >= 200 && status < 300) || status === 403 || status === 404)
      return createFinding("key_accepted", null, { provider: "Cartesia" });
    return statusFinding(status) ?? createFinding("key_unconfirmed", null, { provider: "Cartesia" });
  } catch (error) {
    return connectionFinding(error, { url: account.baseUrl, signal });
  }
}

/** Whether Cartesia accepts the key, speaks with each voice and transcribes with each model. */
export async function cartesiaFindings(probe: Probe, account: SpeechAccount): Promise<Finding[]> {
  const key = await keyFinding(probe, account);
  if (!key.ok) return [key];
  const url = account.baseUrl;
  const [voices, moreVoices] = someOf(account.voices, "voices");
  const [models, moreModels] = someOf(account.models, "models");
  const explainReason = explainCartesiaReason;
  const findings = await Promise.all([
    ...voices.map((voice) =>
      voiceFinding(probe, createCartesiaSynthesizer(probe.egress, account), { voice, url, explainReason }),
    ),
    ...models.map((model) =>
      transcriberFinding(probe, createCartesiaTranscriber(probe.egress, account, model), {
        model,
        url,
        explainReason,
      }),
    ),
  ]);
  return withoutRepeats([key, ...findings, ...moreVoices, ...moreModels]);
}
