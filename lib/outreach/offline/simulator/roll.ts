const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const TWO_32 = 2 ** 32;

/**
 * A number of [0, 1) that follows from a seed and what it is drawn for: the same for the same, in whatever order things
 * are drawn, so that a conversation can be taken up in its middle. FNV-1a with the finish of MurmurHash3; no secret.
 */
export function roll(seed: number, ...drawnFor: (string | number)[]): number {
  let hash = FNV_OFFSET;
  for (const char of [seed, ...drawnFor].join("/")) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), FNV_PRIME);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / TWO_32;
}

/** A whole number of [0, count). */
export const draw = (count: number, seed: number, ...drawnFor: (string | number)[]): number =>
  Math.floor(roll(seed, ...drawnFor) * count);

/** One of a list that is not empty. */
export function pick<T>(list: readonly [T, ...T[]], seed: number, ...drawnFor: (string | number)[]): T {
  return list[draw(list.length, seed, ...drawnFor)] ?? list[0];
}
