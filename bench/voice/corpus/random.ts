import { createHash } from "node:crypto";

const UINT32 = 2 ** 32;

/** A stable number in [0, 1) for a name, for decisions that must not change between runs. */
export const hashFraction = (name: string): number =>
  createHash("sha256").update(name).digest().readUInt32LE(0) / UINT32;

export type Random = {
  /** In [0, 1). */
  next(): number;
  between(min: number, max: number): number;
  int(min: number, max: number): number;
  pick<T>(values: readonly T[]): T;
};

/** Mulberry32, seeded by a name: each item of the corpus is the same in every run. */
export function seededRandom(name: string): Random {
  let state = createHash("sha256").update(name).digest().readUInt32LE(4);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    between: (min, max) => min + next() * (max - min),
    pick<T>(values: readonly T[]): T {
      if (values.length === 0) throw new RangeError("There is nothing to pick from.");
      return values[int(0, values.length - 1)] as T;
    },
  };
}
