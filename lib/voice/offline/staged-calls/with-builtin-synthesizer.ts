import type { Synthesizer } from "@/lib/agents/providers/schema";
import { createBuiltinSynthesizer } from "@/lib/voice/offline/speech/synthesizer";

/** Runs the work with the built-in voices, in one thread that ends with it. */
export async function withBuiltinSynthesizer<T>(work: (synthesizer: Synthesizer) => Promise<T>): Promise<T> {
  const synthesizer = createBuiltinSynthesizer(1);
  try {
    return await work(synthesizer);
  } finally {
    synthesizer.close();
  }
}
