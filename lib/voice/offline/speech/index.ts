import { availableParallelism } from "node:os";
import type { Providers } from "@/lib/voice/providers/port";
import { createBuiltinSynthesizer } from "./synthesizer";
import { createBuiltinTranscriber } from "./transcriber";
import { createVads } from "./vad";

/** Threads of each kind: as many as there are cores, as any kind may be what all calls wait for, and no more than memory holds. */
const MAX_THREADS = 8;

/**
 * The built-in transcriber, synthesizer and VAD, which need no account. One set serves all calls of a
 * process. Its threads start immediately and end with `close`, which must be awaited.
 */
export function createBuiltinProviders(): Providers & { close(): Promise<void> } {
  const threads = Math.min(MAX_THREADS, availableParallelism());
  const vads = createVads();
  const transcriber = createBuiltinTranscriber(threads);
  const synthesizer = createBuiltinSynthesizer(threads);
  return {
    vad: () => vads.vad(),
    transcriber,
    synthesizer,
    async close() {
      transcriber.close();
      synthesizer.close();
      await vads.close();
    },
  };
}
