import { FRAME_MS, FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import type { Synthesizer, Transcriber } from "../speech-port";
import type { Finding } from "./finding";
import { createFinding } from "./finding-table";
import type { Probe } from "./probe";
import { type ExplainReason, speechFailureFinding } from "./speech-failure";

/** The shortest that a voice says: providers are paid by the letter. */
const WORD = "Hi.";
/** Silence to transcribe: OpenAI refuses less than a tenth of a second. */
const SILENCE_MS = 500;

/** Lets a voice say a word as a call does, up to its first sound. */
export async function voiceFinding(
  { signal: ending, limits }: Probe,
  synthesizer: Synthesizer,
  { voice, url, explainReason }: { voice: string; url: string; explainReason?: ExplainReason },
): Promise<Finding> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(limits.requestMs)]);
  const target = { targetKind: "voice", name: voice, url, signal, explainReason } as const;
  try {
    for await (const _ of synthesizer.speak(WORD, `provider:${voice}`, signal))
      return createFinding("voice_speaks", voice);
    signal.throwIfAborted();
    return createFinding("voice_silent", voice);
  } catch (error) {
    return speechFailureFinding(error, target);
  } finally {
    synthesizer.close();
  }
}

/** Lets a model transcribe a moment of silence as a call does. */
export async function transcriberFinding(
  { signal: ending, limits }: Probe,
  transcriber: Transcriber,
  { model, url, explainReason }: { model: string; url: string; explainReason?: ExplainReason },
): Promise<Finding> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(limits.requestMs)]);
  const target = { targetKind: "model", name: model, url, signal, explainReason } as const;
  try {
    const utterance = transcriber.begin({ kind: "open", language: "en" }, {}, signal);
    for (let ms = 0; ms < SILENCE_MS; ms += FRAME_MS) utterance.push(new Int16Array(FRAME_SAMPLES));
    await utterance.finish();
    return createFinding("model_transcribes", model);
  } catch (error) {
    return speechFailureFinding(error, target);
  } finally {
    transcriber.close();
  }
}
