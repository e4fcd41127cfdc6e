/** What the time is. Injected through `Ctx`, so that a test can stand at any moment. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** RFC 3339 in UTC with milliseconds: the one form in which times are stored, compared and shown. */
export const iso = (at: Date): string => at.toISOString();

/** `at` moved by `ms` milliseconds, as RFC 3339. */
export const plusMs = (at: string, ms: number): string => iso(new Date(Date.parse(at) + ms));
