import type { Synthesizer, Transcriber } from "@/lib/agents/providers/schema";

/** Finds speech; one for each call, as it remembers what it has heard. */
export type Vad = {
  /**
   * Takes one frame, once the one before it has been answered. The probability of speech (0..1) in the window that this
   * frame completed, or null while none is complete: at once where that is known at once.
   */
  push(frame: Int16Array): Promise<number | null> | number | null;
  close(): void;
};

/** The VAD, transcriber and synthesizer of one call. */
export type Providers = {
  vad(): Promise<Vad>;
  transcriber: Transcriber;
  synthesizer: Synthesizer;
};
