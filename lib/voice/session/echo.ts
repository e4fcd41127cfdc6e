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

/** `COMPARED` values of a list from a place on. */
type Stretch = { of: readonly number[]; from: number };
const at = ({ of, from }: Stretch, i: number): number => of[from + i] as number;

function mean(stretch: Stretch): number {
  let sum = 0;
  for (let i = 0; i < COMPARED; i++) sum += at(stretch, i);
  return sum / COMPARED;
}

function most(stretch: Stretch): number {
  let max = 0;
  for (let i = 0; i < COMPARED; i++) max = Math.max(max, at(stretch, i));
  return max;
}

/** Pearson's correlation; 0 where one is flat. */
function alike(a: Stretch, b: Stretch): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let both = 0;
  let ofA = 0;
  let ofB = 0;
  for (let i = 0; i < COMPARED; i++) {
    const da = at(a, i) - meanA;
    const db = at(b, i) - meanB;
    both += da * db;
    ofA += da * da;
    ofB += db * db;
  }
  return ofA === 0 || ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB);
}

/**
 * Tells our own voice, come back by the caller's microphone, from the caller's. It looks at loudness alone, 20 ms by
 * 20 ms: what rises and falls as we did within the last half second, and weaker, is an echo. One for each call.
 */
export function echoGuard(): { played(loud: number): void; heard(loud: number): void; isEcho(): boolean } {
  const out: number[] = [];
  const back: number[] = [];
  let pending = 0;
  return {
    /** What we play in this frame; frames in which we play nothing need no word. */
    played(loud) {
      pending = Math.max(pending, loud);
    },
    /** What the caller's line brought in a frame. */
    heard(loud) {
      out.push(pending);
      pending = 0;
      if (out.length > COMPARED + LONGEST_LAG) out.shift();
      back.push(loud);
      if (back.length > COMPARED) back.shift();
    },
    /** Whether what was brought last may be our own voice. It takes as long as all else of a frame: to be asked where it counts. */
    isEcho() {
      if (back.length < COMPARED) return false;
      const theirs = { of: back, from: 0 };
      const loud = most(theirs);
      for (let from = out.length - COMPARED; from >= 0; from--) {
        const ours = { of: out, from };
        const loudest = most(ours);
        if (loudest >= AUDIBLE && loud <= loudest * WEAKER && alike(theirs, ours) >= ALIKE) return true;
      }
      return false;
    },
  };
}
