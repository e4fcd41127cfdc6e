/** Chunks that wait for one before them: 60 ms, as long as a listener's jitter buffer waits. */
const MOST_HELD = 3;
/** Chunks that silence stands for: after a longer gap the caller is taken to be where they are now. */
const MOST_FILLED = 10;

/**
 * Puts the numbered chunks of a stream in order: what comes twice or too late is dropped, what comes early waits, and
 * what never comes is silence of the same length; `onGap` gets the number of its chunks before the next chunk. Chunks
 * without a number pass as they come. `emit` gets each in turn.
 */
export function inOrder(
  emit: (chunk: Uint8Array) => void,
  silence: number,
  onGap: (chunks: number) => void = () => undefined,
) {
  const buffered = new Map<number, Uint8Array>();
  let next: number | null = null;
  const drain = () => {
    while (next !== null) {
      const chunk = buffered.get(next);
      if (chunk === undefined) return;
      buffered.delete(next);
      next++;
      emit(chunk);
    }
  };
  const skip = (length: number) => {
    const first = Math.min(...buffered.keys());
    const missing = first - (next ?? first);
    const filled = Math.min(MOST_FILLED, missing);
    for (let i = 0; i < filled; i++) emit(new Uint8Array(length).fill(silence));
    if (missing > 0) onGap(missing);
    next = first;
    drain();
  };
  return {
    push(chunk: Uint8Array, number: number | undefined): void {
      if (number === undefined) {
        emit(chunk);
        return;
      }
      next ??= number;
      if (number < next) return;
      if (number === next && buffered.size === 0) {
        next++;
        emit(chunk);
        return;
      }
      buffered.set(number, chunk);
      drain();
      if (buffered.size > MOST_HELD) skip(chunk.length);
    },
  };
}
