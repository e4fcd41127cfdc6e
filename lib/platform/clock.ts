/** The current time. Injected through `Ctx`, so that a test can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** RFC 3339 in UTC with milliseconds: the only format in which times are stored, compared and shown. */
export const iso = (at: Date): string => at.toISOString();

/** Adds `ms` milliseconds to `at`. Returns RFC 3339. */
export const plusMs = (at: string, ms: number): string => iso(new Date(Date.parse(at) + ms));

/** The earlier of two times in RFC 3339 (UTC); null means none. */
export const earlierTime = (first: string | null, second: string | null): string | null =>
  first === null || (second !== null && second < first) ? second : first;
