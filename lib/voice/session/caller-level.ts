/** Speech this far below the caller's own is of other people in the room. */
const BACKGROUND_DB = 12;
/** The same while the agent speaks: the caller's voice then competes with an echo. */
const BACKGROUND_OVER_AGENT_DB = 10;
/** An echo is at least this far below the agent's audio, and a caller's own speech is hardly this far below their level. */
const ECHO_DB = 12;
const OWN_SPEECH_DB = 3;
/** Between this and `BACKGROUND_DB` a sound can be either: such speech is limited in time. */
const DOUBTFUL_DB = 8;
/** Before the caller has spoken, speech is at least this far above the noise of the line. */
const ABOVE_NOISE_DB = 6;
/** Nothing below is speech on a telephone. */
const FLOOR_DBFS = -60;
/** A syllable's loudness counts for about a tenth of a second, so that the consonants around it do not look like a pause. */
const PEAK_FALL_DB_PER_MS = 0.08;
/** The caller's level follows louder speech within some syllables, and softer speech within seconds. */
const RISE_SHARE = 0.3;
const FALL_DB_PER_MS = 0.002;
/** Ignored speech lowers the level slowly, and only so far: a caller who has put the phone down is heard again. */
const IGNORED_FALL_DB_PER_MS = 0.000_25;
const MAX_IGNORED_FALL_DB = 5;
/** The noise of the line: falls at once, rises over seconds. */
const NOISE_RISE_DB_PER_MS = 0.003;

const MIN_NOISE_DBFS = -90;
const SILENCE_DBFS = -100;

/** Levels in dBFS. `callerDb`: the caller's own speech; null before it has been heard. */
export type CallerLevel = { callerDb: number | null; ignoredFallDb: number; peakDb: number; noiseDb: number };

export const createCallerLevel = (): CallerLevel => ({
  callerDb: null,
  ignoredFallDb: 0,
  peakDb: -100,
  noiseDb: FLOOR_DBFS,
});

/** How a sound compares to the caller's speech. */
type Loudness = "foreground" | "doubtful" | "background";

/** The level of a sound without the noise under it: powers add. */
const withoutNoise = (levelDb: number, noiseDb: number): number =>
  10 * Math.log10(Math.max(10 ** (levelDb / 10) - 10 ** (noiseDb / 10), 10 ** (SILENCE_DBFS / 10)));

/** Applies the loudness of the next window. */
export function trackWindow(level: CallerLevel, levelDb: number, ms: number): CallerLevel {
  const noiseDb = Math.max(MIN_NOISE_DBFS, Math.min(levelDb, level.noiseDb + NOISE_RISE_DB_PER_MS * ms));
  return {
    ...level,
    noiseDb,
    peakDb: Math.max(withoutNoise(levelDb, noiseDb), level.peakDb - PEAK_FALL_DB_PER_MS * ms),
  };
}

const reference = ({ callerDb, ignoredFallDb }: CallerLevel): number | null =>
  callerDb === null ? null : callerDb - ignoredFallDb;

/** `agentDb`: how loud the agent has been within the time of an echo; null while it is silent. */
export function loudnessOf(level: CallerLevel, agentDb: number | null): Loudness {
  const callerDb = reference(level);
  const echoDb = agentDb === null ? FLOOR_DBFS : agentDb - ECHO_DB;
  if (callerDb === null)
    return level.peakDb >= Math.max(FLOOR_DBFS, level.noiseDb + ABOVE_NOISE_DB, echoDb)
      ? "foreground"
      : "background";
  const differenceDb = callerDb - level.peakDb;
  const isEcho = level.peakDb < Math.min(echoDb, callerDb - OWN_SPEECH_DB);
  const limitDb = agentDb === null ? BACKGROUND_DB : BACKGROUND_OVER_AGENT_DB;
  if (level.peakDb < FLOOR_DBFS || differenceDb > limitDb || isEcho) return "background";
  return differenceDb > DOUBTFUL_DB ? "doubtful" : "foreground";
}

/** The caller speaks: their level is measured. */
export function learnSpeech(level: CallerLevel, ms: number): CallerLevel {
  const { callerDb, peakDb } = level;
  if (callerDb === null) return { ...level, callerDb: peakDb };
  const next =
    peakDb > callerDb ? callerDb + RISE_SHARE * (peakDb - callerDb) : callerDb - FALL_DB_PER_MS * ms;
  return { ...level, callerDb: next, ignoredFallDb: 0 };
}

/** Speech was ignored as background while the agent was silent. */
export const ignoreSpeech = (level: CallerLevel, ms: number): CallerLevel => ({
  ...level,
  ignoredFallDb: Math.min(MAX_IGNORED_FALL_DB, level.ignoredFallDb + IGNORED_FALL_DB_PER_MS * ms),
});
