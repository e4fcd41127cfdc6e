import type { AnswerDelays } from "@/lib/calls/conversation";

/** Times of an answer, in milliseconds of the call. */
type Moments = {
  /** The caller's last audio. */
  askedMs: number;
  /** The end of the utterance was detected. */
  noticedMs: number;
  /** The words were transcribed. */
  heardMs: number;
  /** The first words of the answer arrived. */
  textMs: number;
  /** Its first frame was sent. */
  soundMs: number;
};

/**
 * Durations measured elsewhere: the model's time to its first words, and the delay between sending and
 * hearing a frame.
 */
type MeasuredDelays = { modelMs: number | null; lagMs: number };

/**
 * Splits the delay from the caller's last audio to the first audio of the answer. Null if the times do not
 * belong to one answer, as with typed words.
 */
export function delaysOf(
  { askedMs, noticedMs, heardMs, textMs, soundMs }: Moments,
  { modelMs, lagMs }: MeasuredDelays,
): AnswerDelays | null {
  const inOrder = askedMs <= noticedMs && noticedMs <= heardMs && heardMs <= textMs && textMs <= soundMs;
  if (!inOrder) return null;
  const thoughtMs = textMs - heardMs;
  const model = Math.min(thoughtMs, modelMs ?? thoughtMs);
  return {
    total_ms: Math.round(soundMs - askedMs),
    endpointing_ms: Math.round(noticedMs - askedMs),
    transcriber_ms: Math.round(heardMs - noticedMs),
    model_ms: Math.round(model),
    voice_ms: Math.round(soundMs - textMs),
    processing_ms: Math.round(thoughtMs - model),
    transport_ms: Math.round(lagMs),
  };
}
