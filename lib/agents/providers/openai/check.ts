import { z } from "zod";
import type { SpeechAccount } from "../accounts";
import { baseAddress } from "../base-address";
import { connectionFinding, statusFinding } from "../check/connection";
import type { Finding } from "../check/finding";
import { createFinding } from "../check/finding-table";
import { MAX_BYTES } from "../check/limits";
import { type Probe, someOf, withoutRepeats } from "../check/probe";
import { transcriberFinding, voiceFinding } from "../check/speak";
import { explainOpenAiReason } from "./reasons";
import { createOpenAiVoice } from "./synthesizer";
import { createOpenAiRealtimeTranscriber } from "./transcriber";

const Models = z.object({
  data: z.array(z.object({ id: z.string(), shutdown_date: z.string().nullish().catch(null) })),
});
const DAY = /^\d{4}-\d{2}-\d{2}$/;

type AccountModels = { finding: Finding; shutdownDates: ReadonlyMap<string, string> };

const shutdownDatesOf = (body: unknown): ReadonlyMap<string, string> =>
  new Map(
    (Models.safeParse(body).data?.data ?? []).flatMap(({ id, shutdown_date: day }) =>
      day && DAY.test(day) ? [[id, day] as const] : [],
    ),
  );

/**
 * Whether OpenAI accepts the key, by its list of models, and the days on which models are shut down. Source:
 * developers.openai.com/api/docs/deprecations, read on 2026-11-25.
 */
async function readModels({ egress, limits, signal }: Probe, account: SpeechAccount): Promise<AccountModels> {
  const failed = (finding: Finding): AccountModels => ({ finding, shutdownDates: new Map() });
  try {
    const response = await egress.fetch(`${baseAddress(account.baseUrl)}/models`, {
      headers: { authorization: `Bearer ${account.key ?? ""}` },
      signal,
      timeoutMs: limits.requestMs,
      maxBytes: MAX_BYTES,
    });
    const { status } = response;
    const finding = createFinding("key_accepted", null, { provider: "OpenAI" });
    if (response.ok)
      return { finding, shutdownDates: shutdownDatesOf(await response.json().catch(() => null)) };
    // The voices and models show what a key that cannot read the list is good for.
    if (status === 403 || status === 404) return failed(finding);
    return failed(statusFinding(status) ?? createFinding("key_unconfirmed", null, { provider: "OpenAI" }));
  } catch (error) {
    return failed(connectionFinding(error, { url: account.baseUrl, signal }));
  }
}

/** Whether OpenAI accepts the key, speaks with each voice and transcribes with each model, and until when. */
export async function openAiFindings(probe: Probe, account: SpeechAccount): Promise<Finding[]> {
  const { finding: key, shutdownDates } = await readModels(probe, account);
  if (!key.ok) return [key];
  const url = account.baseUrl;
  const [voices, moreVoices] = someOf(account.voices, "voices");
  const [models, moreModels] = someOf(account.models, "models");
  const explainReason = explainOpenAiReason;
  const findings = await Promise.all([
    ...voices.map((voice) =>
      voiceFinding(probe, createOpenAiVoice(probe.egress, account), { voice, url, explainReason }),
    ),
    ...models.map((model) =>
      transcriberFinding(probe, createOpenAiRealtimeTranscriber(probe.egress, account, model), {
        model,
        url,
        explainReason,
      }),
    ),
  ]);
  const used = [...(voices.length > 0 ? [account.voiceModel] : []), ...models];
  const retiring = used.flatMap((model) => {
    const day = shutdownDates.get(model);
    return day === undefined ? [] : [createFinding("model_retires", model, { day })];
  });
  return withoutRepeats([key, ...findings, ...retiring, ...moreVoices, ...moreModels]);
}
