import { availableParallelism } from "node:os";
import type { Providers } from "@/lib/voice/providers/port";
import { createDetectors } from "./detector";
import { createBuiltinSpeaker } from "./speaker";
import { createBuiltinTranscriber } from "./transcriber";

/** Threads of each kind: as many as there are cores, as any kind may be what all calls wait for, and no more than memory holds. */
const MAX_THREADS = 8;

/** What works without an account. One set serves all calls of a process: its threads start at once and end by `close`, which is to be waited for. */
export function createBuiltinProviders(): Providers & { close(): Promise<void> } {
  const threads = Math.min(MAX_THREADS, availableParallelism());
  const detectors = createDetectors();
  const transcriber = createBuiltinTranscriber(threads);
  const speaker = createBuiltinSpeaker(threads);
  return {
    detector: () => detectors.detector(),
    transcriber,
    speaker,
    async close() {
      transcriber.close();
      speaker.close();
      await detectors.close();
    },
  };
}
