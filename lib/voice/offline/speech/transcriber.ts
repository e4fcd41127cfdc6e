import { MessageChannel } from "node:worker_threads";
import {
  type Expectation,
  ProviderFailure,
  type Transcriber,
  type Transcription,
  type Utterance,
} from "@/lib/agents/providers/schema";
import { createFramer } from "@/lib/platform/audio/framer";
import { createResampler } from "@/lib/platform/audio/resample";
import { recordDelay } from "@/lib/voice/load/observed-delays";
import { threadEntry } from "@/lib/voice/providers/pool/entry";
import { createPool, type Pool } from "@/lib/voice/providers/pool/pool";
import { isEnglish } from "@/lib/voice/schema";
import { judgeTranscription } from "./acceptance";
import type { FromListener, Listening, ToListener } from "./transcriber-thread";

const NAME = "builtin";
/** Utterances at once in a thread; each has a decoder of eight megabytes. */
const UTTERANCES_PER_THREAD = 16;
/** Utterances that may wait for a decoder; their sound waits with them. */
const WAITING_PER_THREAD = 8;
/** Maximum utterance; later speech is ignored. */
const MAX_UTTERANCE_SAMPLES = 60 * 8_000;
/** From the end of speech to the words. It takes milliseconds; by then the thread hangs or is hopelessly late. */
const FINISH_TIMEOUT_MS = 8_000;
/** Sound is handed over each tenth of a second: at 8 kHz, 800 samples. */
const PIECE_SAMPLES = 800;

/**
 * SoundSwallower (a small PocketSphinx) in threads: a grammar of what the agent is asking for now, in English. It is no
 * dictation: what is none of it comes back as not understood.
 */
export function createBuiltinTranscriber(threads: number): Transcriber {
  const pool = createPool<Listening, Transcription | null>({
    provider: NAME,
    entry: threadEntry("transcriber-thread", import.meta.url),
    threads,
    jobsPerThread: UTTERANCES_PER_THREAD,
    maxWaiting: threads * WAITING_PER_THREAD,
  });
  return {
    name: NAME,
    begin: (expectation, on, signal) => listen(pool, expectation, on, signal),
    close: () => void pool.close(),
  };
}

function listen(
  pool: Pool<Listening, Transcription | null>,
  expectation: Expectation,
  on: { partial?(text: string): void },
  signal: AbortSignal,
): Utterance {
  if (!isEnglish(expectation.language)) return refused();
  const { port1: port, port2 } = new MessageChannel();
  const limit = new AbortController();
  const resampler = createResampler(16_000, 8_000);
  const framer = createFramer(PIECE_SAMPLES);
  const partials = on.partial !== undefined;
  let samples = 0;
  const post = (message: ToListener) => port.postMessage(message);
  port.on("message", (text: FromListener) => signal.aborted || on.partial?.(text));
  port.unref();

  const transcription = pool
    .run({ expectation, port: port2, partials }, { transfer: [port2], limit: limit.signal })
    .finally(() => {
      signal.removeEventListener("abort", abort);
      port.close();
    });
  // An interrupted utterance has no awaited result.
  transcription.catch(() => {});

  function abort(): void {
    post("abort");
  }
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();

  return {
    push(frame) {
      if (samples >= MAX_UTTERANCE_SAMPLES) return;
      const low = resampler.push(frame);
      samples += low.length;
      framer.push(low).forEach(post);
    },
    async finish() {
      signal.throwIfAborted();
      const lastFrame = framer.flush();
      if (lastFrame !== null) post(lastFrame);
      post("end");
      const timer = setTimeout(() => limit.abort(), FINISH_TIMEOUT_MS);
      const endMs = performance.now();
      try {
        const result = await transcription;
        signal.throwIfAborted();
        if (result === null) throw new ProviderFailure(NAME, "unavailable");
        return judgeTranscription(expectation, result);
      } finally {
        clearTimeout(timer);
        if (!signal.aborted) recordDelay("transcription", performance.now() - endMs);
      }
    },
    abort,
  };
}

/** It knows no other language, and says so when asked. */
const refused = (): Utterance => ({
  push() {},
  finish: () => Promise.reject(new ProviderFailure(NAME, "refused")),
  abort() {},
});
