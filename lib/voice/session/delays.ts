import type { AnswerDelays } from "@/lib/calls/conversation";

/** Moments of an answer, in milliseconds of the call. */
type Moments = {
  /** The caller's last sound. */
  askedMs: number;
  /** It was decided that they had finished. */
  noticedMs: number;
  /** Their words were known. */
  heardMs: number;
  /** The first of the answer's words came. */
  textMs: number;
  /** The first frame of it was sent. */
  soundMs: number;
};

/** Lengths that are known otherwise: the model's own time to its first words, and how much later a frame is heard than sent. */
type MeasuredDelays = { modelMs: number | null; lagMs: number };

/**
 * Where the time from the caller's last sound to the first of the answer went. Null where the moments are not those of one
 * answer, as with words that were typed.
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
