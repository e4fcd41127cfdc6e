import type { SpeechAccount } from "../accounts";
import type { Finding } from "../check/finding";
import { type Probe, someOf, withoutRepeats } from "../check/probe";
import { transcriberFinding, voiceFinding } from "../check/speak";
import { createOpenAiSynthesizer } from "./synthesizer";
import { createOpenAiTranscriber } from "./transcriber";

/** Whether a server of the OpenAI protocol speaks by the voices and transcribes by the models that it was connected for. */
export async function speechServerFindings(probe: Probe, account: SpeechAccount): Promise<Finding[]> {
  const url = account.baseUrl;
  const [voices, moreVoices] = someOf(account.voices, "voices");
  const [models, moreModels] = someOf(account.models, "models");
  const each = await Promise.all([
    ...voices.map((voice) =>
      voiceFinding(probe, createOpenAiSynthesizer(probe.egress, account, account.voiceModel), { voice, url }),
    ),
    ...models.map((model) =>
      transcriberFinding(probe, createOpenAiTranscriber(probe.egress, account, model), { model, url }),
    ),
  ]);
  return withoutRepeats([...each, ...moreVoices, ...moreModels]);
}
