import { ProviderFailure, type Synthesizer } from "@/lib/agents/providers/schema";
import { createFramer } from "@/lib/platform/audio/framer";
import { threadEntry } from "@/lib/voice/providers/pool/entry";
import { createPool } from "@/lib/voice/providers/pool/pool";
import { piecesOf } from "./pieces";
import { pauseAfter } from "./silence";
import { saidAgain } from "./speech-cache";
import type { Saying } from "./synthesizer-thread";

const NAME = "builtin";
/** As `lib/agents/models/voices.ts` offers them, by their names in Flite. */
const VOICES: ReadonlySet<string> = new Set(["slt", "rms", "awb"]);
/** A piece takes a third of a second; by then the thread hangs, or the machine is too busy for calls. */
const PIECE_TIMEOUT_MS = 10_000;
/** Pieces that may wait for each thread: with more, a caller would hear nothing for seconds. */
const WAITING_PER_THREAD = 16;

const voiceOf = (id: string): string => {
  const [provider, name = ""] = id.split(":");
  if (provider !== NAME || !VOICES.has(name)) throw new ProviderFailure(NAME, "refused");
  return name;
};

/** CMU Flite in threads: the voices `builtin:slt`, `builtin:rms` and `builtin:awb`, which speak English. */
export function createBuiltinSynthesizer(threads: number): Synthesizer {
  const pool = createPool<Saying, Int16Array>({
    provider: NAME,
    entry: threadEntry("synthesizer-thread", import.meta.url),
    threads,
    maxWaiting: threads * WAITING_PER_THREAD,
  });
  const say = saidAgain((text, voice) =>
    pool.run({ text, voice }, { limit: AbortSignal.timeout(PIECE_TIMEOUT_MS) }),
  );

  /** Pieces and the pauses between them. One piece ahead: the next is made while this one is heard. */
  async function* sounds(text: string, voice: string, signal: AbortSignal) {
    const pieces = piecesOf(text);
    let next = pieces[0] === undefined ? null : say(pieces[0], voice, text);
    for (const [i, piece] of pieces.entries()) {
      const samples = await unlessAborted(next, signal);
      if (samples === null) return;
      const following = pieces[i + 1];
      next = following === undefined ? null : say(following, voice, text);
      // Unawaited if the speech is interrupted.
      next?.catch(() => {});
      yield samples;
      if (following !== undefined) yield pauseAfter(piece);
    }
  }

  return {
    name: NAME,
    async *speak(text, voice, signal) {
      const framer = createFramer();
      for await (const samples of sounds(text, voiceOf(voice), signal)) {
        for (const frame of framer.push(samples)) {
          if (signal.aborted) return;
          yield frame;
        }
      }
      const last = framer.flush();
      if (last !== null && !signal.aborted) yield last;
    },
    close: () => void pool.close(),
  };
}

/** The result, or null once it is aborted. */
async function unlessAborted<T>(work: Promise<T> | null, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null;
  let end = () => {};
  const aborted = new Promise<null>((done) => {
    end = () => done(null);
    signal.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
