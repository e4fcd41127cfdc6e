import { createHash } from "node:crypto";

/** A number in [0, 1) that follows from the parts alone. */
export const chance = (...parts: readonly string[]): number =>
  createHash("sha256").update(parts.join("\0")).digest().readUInt32BE() / 2 ** 32;

/** One of the list, by weights, for a number in [0, 1). */
export function pick<T>(list: readonly (readonly [T, number])[], at: number): T {
  let left = at * list.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [one, weight] of list) {
    left -= weight;
    if (left < 0) return one;
  }
  throw new RangeError("The list is empty.");
}
