import { FAILED_FOR_MS } from "@/lib/calls/calls/schema";
import { ProviderFailure, type Speaker, type Transcriber } from "../port";

/** What is told of each failure: for the call's log. */
export type OnFailure = (failure: ProviderFailure) => void;

/**
 * Until the first sound, or from the end of speech to its words, whatever a provider does meanwhile (a second try
 * among it). The call gives a transcriber 5 s: the one behind must still have its turn in them.
 */
const ANSWER_MS = 3_500;

/** Whether a provider is to be asked, or has failed a moment ago. */
function createTrust(onFailure: OnFailure) {
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    given: () => performance.now() - failedAt >= FAILED_FOR_MS,
    /** Notes a failure; what is none is thrown on. */
    lost(error: unknown): void {
      if (!(error instanceof ProviderFailure)) throw error;
      failedAt = performance.now();
      onFailure(error);
    },
  };
}

/** What `work` resolves to, or ProviderFailure `timeout`. What comes later is nobody's. */
async function within<T>(ms: number, provider: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new ProviderFailure(provider, "timeout")), ms);
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Frames of a voice, the first of them in time. */
async function* begunInTime(
  { name, speak }: Speaker,
  text: string,
  voice: string,
  signal: AbortSignal,
  answerMs: number,
): AsyncGenerator<Int16Array> {
  const left = new AbortController();
  const frames = speak(text, voice, AbortSignal.any([signal, left.signal]))[Symbol.asyncIterator]();
  try {
    for (let next = await within(answerMs, name, frames.next()); !next.done; next = await frames.next())
      yield next.value;
  } finally {
    left.abort();
  }
}

/**
 * A voice by account, with the built-in one behind it: what it fails to say, the other says from its beginning, as
 * nobody knows how much of it was heard. For one call.
 */
export function speakerWithFallback(
  first: Speaker,
  second: Speaker,
  secondVoice: string,
  onFailure: OnFailure,
  answerMs = ANSWER_MS,
): Speaker {
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
            return await within(answerMs, first.name, utterance.finish());
          } catch (error) {
            signal.throwIfAborted();
            utterance.abort();
            trust.lost(error);
          }
          const again = second.begin(expectation, {}, signal);
          for (const frame of frames) again.push(frame);
          return again.finish();
        },
        abort: () => utterance.abort(),
      };
    },
    close() {
      first.close();
    },
  };
}
