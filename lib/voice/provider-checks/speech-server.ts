import type { SpeechAccount } from "@/lib/agents/integrations";
import type { Finding } from "@/lib/agents/integrations/schema";
import { type Probe, someOf, withoutRepeats } from "./probe";
import { transcriberFinding, voiceFinding } from "./speak";

/** Whether a server of the OpenAI protocol speaks by the voices and transcribes by the models that it was connected for. */
export async function speechServerFindings(probe: Probe, account: SpeechAccount): Promise<Finding[]> {
  const [voices, moreVoices] = someOf(account.voices, "voices");
  const [models, moreModels] = someOf(account.models, "models");
  const each = await Promise.all([
    ...voices.map((voice) => voiceFinding(probe, account, voice)),
    ...models.map((model) => transcriberFinding(probe, account, model)),
  ]);
  return withoutRepeats([...each, ...moreVoices, ...moreModels]);
}
