import { expect, it } from "vitest";
import { pooledRandomBytes } from "./random";

it("returns the requested number of bytes and never repeats them", () => {
  const hexValues = new Set<string>();
  for (let i = 0; i < 5_000; i++) {
    const bytes = pooledRandomBytes(16);
    expect(bytes).toHaveLength(16);
    hexValues.add(bytes.toString("hex"));
  }
  expect(hexValues.size).toBe(5_000);
  expect(hexValues).not.toContain("0".repeat(32));
  expect(pooledRandomBytes(100_000)).toHaveLength(100_000);
});
