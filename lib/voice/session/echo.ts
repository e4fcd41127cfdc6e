/** Frames that are compared: half a second holds two or three syllables, and with them a shape of their own. */
const COMPARED = 24;
/** The longest way of our voice through the caller's loudspeaker and back: a Bluetooth set and two jitter buffers. */
const LONGEST_LAG = 25;
/** Loudness that goes up and down as ours did is ours. */
const ALIKE = 0.94;
/** What comes back is weaker than what went out. */
const WEAKER = 0.9;
/** Below this there is nothing to come back (of 1, full scale). */
const AUDIBLE = 0.003;

/** Pearson's correlation of two stretches of equal length; 0 where one is flat. */
function alike(a: readonly number[], b: readonly number[]): number {
  const n = a.length;
  const meanOf = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / n;
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let both = 0;
  let ofA = 0;
  let ofB = 0;
  for (const [i, value] of a.entries()) {
    const da = value - meanA;
    const db = (b[i] ?? 0) - meanB;
    both += da * db;
    ofA += da * da;
    ofB += db * db;
  }
  return ofA === 0 || ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB);
}

const most = (values: readonly number[]): number => values.reduce((max, v) => Math.max(max, v), 0);

/**
 * Tells our own voice, come back by the caller's microphone, from the caller's. It looks at loudness alone, 20 ms by
 * 20 ms: what rises and falls as we did within the last half second, and weaker, is an echo. One for each call.
 */
export function echoGuard(): { played(loud: number): void; heard(loud: number): boolean } {
  const out: number[] = [];
  const back: number[] = [];
  let pending = 0;
  return {
    /** What we play in this frame; frames in which we play nothing need no word. */
    played(loud) {
      pending = Math.max(pending, loud);
    },
    /** What the caller's line brought in a frame; whether it may be our own voice. */
    heard(loud) {
      out.push(pending);
      pending = 0;
      if (out.length > COMPARED + LONGEST_LAG) out.shift();
      back.push(loud);
      if (back.length > COMPARED) back.shift();
      if (back.length < COMPARED || most(out) < AUDIBLE) return false;
      for (let lag = 0; lag + COMPARED <= out.length; lag++) {
        const ours = out.slice(out.length - lag - COMPARED, out.length - lag);
        const loudest = most(ours);
        if (loudest >= AUDIBLE && most(back) <= loudest * WEAKER && alike(back, ours) >= ALIKE) return true;
      }
      return false;
    },
  };
}
