/** Compared frames: half a second contains two or three syllables with a distinct shape. */
const COMPARED = 24;
/** The longest way of our voice through the caller's loudspeaker and back: a Bluetooth set and two jitter buffers. */
const LONGEST_LAG = 25;
/** Loudness that goes up and down as ours did is ours. */
const ALIKE = 0.94;
/** An echo is quieter than the original. */
const WEAKER = 0.9;
/** Below this there is nothing to come back (of 1, full scale). */
const AUDIBLE = 0.003;

/** `COMPARED` values of a list from a place on. */
type Segment = { of: readonly number[]; from: number };
const at = ({ of, from }: Segment, i: number): number => of[from + i] as number;

function mean(segment: Segment): number {
  let sum = 0;
  for (let i = 0; i < COMPARED; i++) sum += at(segment, i);
  return sum / COMPARED;
}

function maximum(segment: Segment): number {
  let max = 0;
  for (let i = 0; i < COMPARED; i++) max = Math.max(max, at(segment, i));
  return max;
}

/** Pearson's correlation; 0 where one is flat. */
function alike(a: Segment, b: Segment): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let covariance = 0;
  let ofA = 0;
  let ofB = 0;
  for (let i = 0; i < COMPARED; i++) {
    const da = at(a, i) - meanA;
    const db = at(b, i) - meanB;
    covariance += da * db;
    ofA += da * da;
    ofB += db * db;
  }
  return ofA === 0 || ofB === 0 ? 0 : covariance / Math.sqrt(ofA * ofB);
}

/**
 * Tells our own voice, come back by the caller's microphone, from the caller's. It looks at loudness alone, 20 ms by
 * 20 ms: what rises and falls as we did within the last half second, and weaker, is an echo. One for each call.
 */
export function createEchoGuard(): {
  played(loud: number): void;
  received(loud: number): void;
  isEcho(): boolean;
} {
  const playedLevels: number[] = [];
  const back: number[] = [];
  let pending = 0;
  return {
    /** The level of a played frame; frames without playback need no call. */
    played(loud) {
      pending = Math.max(pending, loud);
    },
    /** The level of a received frame. */
    received(loud) {
      playedLevels.push(pending);
      pending = 0;
      if (playedLevels.length > COMPARED + LONGEST_LAG) playedLevels.shift();
      back.push(loud);
      if (back.length > COMPARED) back.shift();
    },
    /** Whether what was brought last may be our own voice. It takes as long as all else of a frame: to be asked where it counts. */
    isEcho() {
      if (back.length < COMPARED) return false;
      const callerSegment = { of: back, from: 0 };
      const loud = maximum(callerSegment);
      for (let from = playedLevels.length - COMPARED; from >= 0; from--) {
        const ownSegment = { of: playedLevels, from };
        const loudest = maximum(ownSegment);
        if (loudest >= AUDIBLE && loud <= loudest * WEAKER && alike(callerSegment, ownSegment) >= ALIKE)
          return true;
      }
      return false;
    },
  };
}
