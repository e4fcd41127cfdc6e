import {
  ProviderFailure,
  type SpeechContext,
  type Synthesizer,
  type Transcriber,
} from "@/lib/agents/providers/schema";
import { PROVIDER_BACKOFF_MS } from "@/lib/calls/calls/schema";
import { withTimeout } from "@/lib/platform/with-timeout";

/** Receives each failure, for the call's log. */
export type OnFailure = (failure: ProviderFailure) => void;

/** A caller hears the fallback this long after the request for speech at the latest. */
export const VOICE_WITHIN_MS = 1_500;
/** The built-in voice needs a third of a second for its first phrase. */
const BUILTIN_VOICE_MS = 400;
/** Time limit of a provider's voice to its first audio, including a retry, and between two frames. */
export const VOICE_ANSWER_MS = VOICE_WITHIN_MS - BUILTIN_VOICE_MS;
/**
 * Time limit from the end of speech to its words, including a retry. The call gives a transcriber 5 s, in which the
 * fallback must also have its turn. Deepgram has a shorter limit.
 */
export const TRANSCRIBER_ANSWER_MS = 3_500;

/** The time limits of providers in calls. Tests in which nothing is to be late use longer ones. */
export const PROVIDER_LIMITS = {
  voiceAnswerMs: VOICE_ANSWER_MS,
  transcriberAnswerMs: TRANSCRIBER_ANSWER_MS,
};

/** Whether a provider is to be asked, or has failed a moment ago. */
function createTrust(onFailure: OnFailure) {
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    given: () => performance.now() - failedAt >= PROVIDER_BACKOFF_MS,
    /** Notes a failure; what is none is thrown on. */
    lost(error: unknown): void {
      if (!(error instanceof ProviderFailure)) throw error;
      failedAt = performance.now();
      onFailure(error);
    },
  };
}

/** Resolves like `work`, or rejects with ProviderFailure `timeout`. */
const answerInTime = <T>(ms: number, provider: string, work: Promise<T>): Promise<T> =>
  withTimeout(work, ms, () => {
    throw new ProviderFailure(provider, "timeout");
  });

type Request = { text: string; voice: string; signal: AbortSignal; context: SpeechContext | undefined };

/** Frames of a voice, each of them in time. The time counts only while the caller waits for a frame. */
async function* framesInTime(
  { name, speak }: Synthesizer,
  { text, voice, signal, context }: Request,
  answerMs: number,
): AsyncGenerator<Int16Array> {
  const left = new AbortController();
  const frames = speak(text, voice, AbortSignal.any([signal, left.signal]), context)[Symbol.asyncIterator]();
  const next = () => answerInTime(answerMs, name, frames.next());
  try {
    for (let read = await next(); !read.done; read = await next()) yield read.value;
  } finally {
    left.abort();
  }
}

/**
 * A provider's voice with the built-in one as its fallback. The fallback speaks a failed text from its
 * beginning, as it is unknown how much was heard. For one call.
 */
export function synthesizerWithFallback(
  first: Synthesizer,
  second: Synthesizer,
  secondVoice: string,
  onFailure: OnFailure,
  answerMs = PROVIDER_LIMITS.voiceAnswerMs,
): Synthesizer {
  const trust = createTrust(onFailure);
  return {
    name: first.name,
    async *speak(text, voice, signal, context) {
      if (trust.given()) {
        try {
          yield* framesInTime(first, { text, voice, signal, context }, answerMs);
          return;
        } catch (error) {
          trust.lost(error);
          context?.onRestart?.();
        }
      }
      yield* second.speak(text, secondVoice, signal, context);
    },
    close() {
      first.close();
    },
  };
}

/** A transcriber by account, with the built-in one behind it, which hears the same utterance again. For one call. */
export function transcriberWithFallback(
  first: Transcriber,
  second: Transcriber,
  onFailure: OnFailure,
  answerMs = PROVIDER_LIMITS.transcriberAnswerMs,
): Transcriber {
  const trust = createTrust(onFailure);
  return {
    name: first.name,
    begin(expectation, on, signal) {
      if (!trust.given()) return second.begin(expectation, on, signal);
      const utterance = first.begin(expectation, on, signal);
      const frames: Int16Array[] = [];
      return {
        push(frame) {
          frames.push(frame);
          utterance.push(frame);
        },
        async finish() {
          try {
            return await answerInTime(answerMs, first.name, utterance.finish());
          } catch (error) {
            signal.throwIfAborted();
            utterance.abort();
            trust.lost(error);
          }
          const fallbackTranscription = second.begin(expectation, {}, signal);
          for (const frame of frames) fallbackTranscription.push(frame);
          return fallbackTranscription.finish();
        },
        abort: () => utterance.abort(),
      };
    },
    close() {
      first.close();
    },
  };
}
