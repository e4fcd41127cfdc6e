import { ProviderFailure, type Synthesizer, type Transcriber } from "@/lib/agents/providers/schema";
import { PROVIDER_BACKOFF_MS } from "@/lib/calls/calls/schema";
import { withTimeout } from "@/lib/platform/with-timeout";

/** Receives each failure, for the call's log. */
export type OnFailure = (failure: ProviderFailure) => void;

/**
 * Time limit to the first audio, or from the end of speech to its words, including a retry. The call gives a
 * transcriber 5 s, in which the fallback must also have its turn.
 */
const ANSWER_MS = 3_500;

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

/** Frames of a voice, the first of them in time. */
async function* begunInTime(
  { name, speak }: Synthesizer,
  text: string,
  voice: string,
  signal: AbortSignal,
  answerMs: number,
): AsyncGenerator<Int16Array> {
  const left = new AbortController();
  const frames = speak(text, voice, AbortSignal.any([signal, left.signal]))[Symbol.asyncIterator]();
  try {
    for (let next = await answerInTime(answerMs, name, frames.next()); !next.done; next = await frames.next())
      yield next.value;
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
  answerMs = ANSWER_MS,
): Synthesizer {
  const trust = createTrust(onFailure);
  return {
    name: first.name,
    async *speak(text, voice, signal) {
      if (trust.given()) {
        try {
          yield* begunInTime(first, text, voice, signal, answerMs);
          return;
        } catch (error) {
          trust.lost(error);
        }
      }
      yield* second.speak(text, secondVoice, signal);
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
  answerMs = ANSWER_MS,
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
