const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const TWO_32 = 2 ** 32;

/**
 * Returns a number in [0, 1) that depends only on the seed and the purpose. The order of draws does not
 * matter, so a conversation can be continued from its middle. It is FNV-1a with the finalizer of MurmurHash3,
 * and not cryptographic.
 */
export function roll(seed: number, ...purpose: (string | number)[]): number {
  let hash = FNV_OFFSET;
  for (const char of [seed, ...purpose].join("/")) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), FNV_PRIME);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / TWO_32;
}

/** Returns a whole number in [0, count). */
export const draw = (count: number, seed: number, ...purpose: (string | number)[]): number =>
  Math.floor(roll(seed, ...purpose) * count);

/** Returns one element of a nonempty list. */
export function pick<T>(list: readonly [T, ...T[]], seed: number, ...purpose: (string | number)[]): T {
  return list[draw(list.length, seed, ...purpose)] ?? list[0];
}
