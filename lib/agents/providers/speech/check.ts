import type { SpeechAccount } from "../accounts";
import type { CheckResult } from "../adapter";
import type { Finding } from "../check/finding";
import { createFinding } from "../check/finding-table";
import { type Probe, someOf, withoutRepeats } from "../check/probe";
import { transcriberFinding, voiceFinding } from "../check/speak";
import { createServerRealtimeTranscriber } from "./realtime-transcriber";
import { createOpenAiSynthesizer } from "./synthesizer";
import { createOpenAiTranscriber } from "./transcriber";

/** Whether a server transcribes with each of these models while the caller speaks. A server that cannot is no fault. */
async function canStream(probe: Probe, account: SpeechAccount, models: readonly string[]): Promise<boolean> {
  const findings = await Promise.all(
    models.map((model) =>
      transcriberFinding(probe, createServerRealtimeTranscriber(probe.egress, account, model), {
        model,
        url: account.baseUrl,
      }),
    ),
  );
  return findings.length > 0 && findings.every(({ ok }) => ok);
}

/**
 * Whether a server of the OpenAI protocol speaks by the voices and transcribes by the models that it was connected for, and
 * whether it transcribes while the caller speaks.
 */
export async function checkSpeechServer(probe: Probe, account: SpeechAccount): Promise<CheckResult> {
  const url = account.baseUrl;
  const [voices, moreVoices] = someOf(account.voices, "voices");
  const [models, moreModels] = someOf(account.models, "models");
  const [each, streams] = await Promise.all([
    Promise.all([
      ...voices.map((voice) =>
        voiceFinding(probe, createOpenAiSynthesizer(probe.egress, account, account.voiceModel), {
          voice,
          url,
        }),
      ),
      ...models.map((model) =>
        transcriberFinding(probe, createOpenAiTranscriber(probe.egress, account, model), { model, url }),
      ),
    ]),
    canStream(probe, account, models),
  ]);
  const streaming: Finding[] = streams ? [createFinding("server_streams", null)] : [];
  return {
    findings: withoutRepeats([...each, ...streaming, ...moreVoices, ...moreModels]),
    settings: { streaming: streams },
  };
}
