import { availableParallelism } from "node:os";
import type { Providers } from "../port";
import { createDetectors } from "./detector";
import { createBuiltinRecogniser } from "./recogniser";
import { createBuiltinSpeaker } from "./speaker";

/** Threads of each kind: as many as there are cores to run them, and no more than a small machine's memory holds. */
const MAX_THREADS = 8;

/** What works without an account. One set serves all calls of a process: its threads start at once and end by `close`, which is to be waited for. */
export function createBuiltinProviders(): Providers & { close(): Promise<void> } {
  const threads = Math.min(MAX_THREADS, Math.max(1, Math.ceil(availableParallelism() / 2)));
  const detectors = createDetectors();
  const recogniser = createBuiltinRecogniser(threads);
  const speaker = createBuiltinSpeaker(threads);
  return {
    detector: () => detectors.detector(),
    recogniser,
    speaker,
    async close() {
      recogniser.close();
      speaker.close();
      await detectors.close();
    },
  };
}
