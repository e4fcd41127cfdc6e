import { ProviderFailure } from "@/lib/agents/providers/schema";
import { createFramer } from "@/lib/platform/audio/framer";
import { createResampler } from "@/lib/platform/audio/resample";
import { createBatchLoader } from "@/lib/platform/batch-loader";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import { threadEntry } from "@/lib/voice/providers/pool/entry";
import { createPool } from "@/lib/voice/providers/pool/pool";
import type { Vad } from "@/lib/voice/providers/port";
import { createLoudness } from "./loudness";
import type { VadResult, Windows } from "./vad-thread";

const NAME = "builtin";
/** The model hears 32 ms at 8 kHz, with the last 4 ms before. */
const WINDOW_SAMPLES = 256;
const CONTEXT_SAMPLES = 32;
const INPUT_SAMPLES = CONTEXT_SAMPLES + WINDOW_SAMPLES;
const MEMORY_LAYERS = 2;
const MEMORY_SIZE = 128;
const FULL_SCALE = 32_768;
/** Calls whose windows are judged in one run. */
const MAX_BATCH = 64;
/**
 * Minimum interval of runs: handing a run to a thread costs more than the run, and windows that arrive
 * meanwhile share it. A single call has a window every 32 ms, and never waits.
 */
const RUN_EVERY_MS = 10;
/** A run takes a tenth of a millisecond for each window; by then the thread hangs. */
const RUN_TIMEOUT_MS = 2_000;
/** Starting the thread and reading the model, on a machine that is busy with a start; then loudness decides. */
const LOAD_TIMEOUT_MS = 20_000;

/** The model's recurrent state of one call. */
export type Memory = { input: Float32Array; layers: Float32Array[] };

export type Vads = { vad(): Promise<Vad>; close(): Promise<void> };

const newMemory = (): Memory => ({
  input: new Float32Array(INPUT_SAMPLES),
  layers: Array.from({ length: MEMORY_LAYERS }, () => new Float32Array(MEMORY_SIZE)),
});

function packed(batch: readonly Memory[]): Windows {
  const count = batch.length;
  const samples = new Float32Array(count * INPUT_SAMPLES);
  const memory = new Float32Array(MEMORY_LAYERS * count * MEMORY_SIZE);
  for (const [i, one] of batch.entries()) {
    samples.set(one.input, i * INPUT_SAMPLES);
    for (const [layer, values] of one.layers.entries()) memory.set(values, (layer * count + i) * MEMORY_SIZE);
  }
  return { count, samples, memory };
}

/** Stores each call's new state, and returns the probabilities of speech. */
function unpack(batch: readonly Memory[], judged: VadResult): number[] {
  return batch.map(({ layers }, i) => {
    for (const [layer, values] of layers.entries()) {
      const at = (layer * batch.length + i) * MEMORY_SIZE;
      values.set(judged.memory.subarray(at, at + MEMORY_SIZE));
    }
    return judged.probabilities[i] ?? 0;
  });
}

/**
 * Silero VAD in one thread, for all calls: while a run is under way, windows of other calls gather for the next, so that
 * the cost of a run is shared when there are many. Where the model cannot be run (no runtime for the platform, a thread
 * that died), loudness decides.
 */
export function createVads(): Vads {
  const pool = createPool<Windows, VadResult>({
    provider: NAME,
    entry: threadEntry("vad-thread", import.meta.url),
    threads: 1,
    maxWaiting: 1,
  });
  const run = (batch: readonly Memory[], limit: AbortSignal) => pool.run(packed(batch), { limit });
  const judge = createBatchLoader<Memory, number>({
    maxItems: MAX_BATCH,
    intervalMs: RUN_EVERY_MS,
    onFailure: "reject",
    loadBatch: async (batch) => unpack(batch, await run(batch, AbortSignal.timeout(RUN_TIMEOUT_MS))),
  });

  // The runtime ends the whole process where its thread is ended while it reads the model: nothing cuts this off.
  const reading = run([newMemory()], new AbortController().signal);
  const loaded = withTimeout(reading, LOAD_TIMEOUT_MS, () => {
    throw new ProviderFailure(NAME, "timeout");
  }).then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error }, "The speech vad's model cannot be run: loudness decides.");
      return false;
    },
  );

  return {
    async vad() {
      return createVad((await loaded) ? judge : null);
    },
    /** Resolves once the model has been read and the thread is gone: before that, the process must not exit. */
    async close() {
      await reading.catch(() => undefined);
      await pool.close();
    },
  };
}

/** Detects speech in the audio of one call; `judge` is null if no model can run. */
export function createVad(judge: ((memory: Memory) => Promise<number>) | null): Vad {
  const resampler = createResampler(16_000, 8_000);
  const framer = createFramer(WINDOW_SAMPLES);
  const loudness = createLoudness();
  const memory = newMemory();
  // A window needs what the one before it left behind.
  let last: Promise<unknown> = Promise.resolve();

  async function probability(window: Int16Array, fallback: number): Promise<number> {
    if (judge === null) return fallback;
    memory.input.copyWithin(0, WINDOW_SAMPLES);
    for (let i = 0; i < WINDOW_SAMPLES; i++)
      memory.input[CONTEXT_SAMPLES + i] = (window[i] ?? 0) / FULL_SCALE;
    return judge(memory).catch(() => fallback);
  }

  return {
    push(frame) {
      const fallback = loudness(frame);
      const [window] = framer.push(resampler.push(frame));
      if (window === undefined) return null;
      const next = last.then(() => probability(window, fallback));
      last = next;
      return next;
    },
    close() {},
  };
}
