import { failedFinding, passedFinding, type SpeechAccount } from "@/lib/agents/integrations";
import type { Finding } from "@/lib/agents/integrations/schema";
import { accountSynthesizer, accountTranscriber, FRAME_MS, FRAME_SAMPLES } from "@/lib/voice";
import type { Probe } from "./probe";
import { speechFailureFinding } from "./speech-failure";

/** The shortest that a voice says: providers are paid by the letter. */
const WORD = "Hi.";
/** Silence to transcribe: OpenAI refuses less than a tenth of a second. */
const SILENCE_MS = 500;

/** Lets a voice say a word as a call does, up to its first sound. */
export async function voiceFinding(
  { egress, signal: ending, limits }: Probe,
  account: SpeechAccount,
  voice: string,
): Promise<Finding> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(limits.requestMs)]);
  const synthesizer = accountSynthesizer(egress, account);
  const target = { targetKind: "voice", name: voice, url: account.baseUrl, signal } as const;
  try {
    for await (const _ of synthesizer?.speak(WORD, `provider:${voice}`, signal) ?? [])
      return passedFinding("voice", "The voice speaks.", voice);
    signal.throwIfAborted();
    return failedFinding("failing", "The provider ends without a sound. Check again in a moment.", voice);
  } catch (error) {
    return speechFailureFinding(error, target);
  } finally {
    synthesizer?.close();
  }
}

/** Lets a model transcribe a moment of silence as a call does. */
export async function transcriberFinding(
  { egress, signal: ending, limits }: Probe,
  account: SpeechAccount,
  model: string,
): Promise<Finding> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(limits.requestMs)]);
  const transcriber = accountTranscriber(egress, account, model);
  const target = { targetKind: "model", name: model, url: account.baseUrl, signal } as const;
  try {
    const utterance = transcriber?.begin({ kind: "open", language: "en" }, {}, signal);
    for (let ms = 0; ms < SILENCE_MS; ms += FRAME_MS) utterance?.push(new Int16Array(FRAME_SAMPLES));
    await utterance?.finish();
    return passedFinding("model", "The model transcribes.", model);
  } catch (error) {
    return speechFailureFinding(error, target);
  } finally {
    transcriber?.close();
  }
}
