/**
 * Parses an RFC 3339 time into milliseconds since the epoch. Throws RangeError for an invalid time, as comparisons with
 * NaN are always false and a rule would allow what it should hold.
 */
export function parseTimeMs(time: string): number {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) throw new RangeError("A fact's time cannot be read.");
  return ms;
}
