/**
 * Milliseconds since the epoch of an RFC 3339 time. What is no time throws: compared as NaN it would be neither before
 * nor after anything, and a rule would let pass what it should hold.
 */
export function momentOf(time: string): number {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) throw new RangeError("A fact's time cannot be read.");
  return ms;
}
