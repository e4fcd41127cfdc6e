import { expect, it } from "vitest";
import { pooledRandomBytes } from "./random";

it("hands out as many bytes as are asked for, and none twice", () => {
  const seen = new Set<string>();
  for (let i = 0; i < 5_000; i++) {
    const bytes = pooledRandomBytes(16);
    expect(bytes).toHaveLength(16);
    seen.add(bytes.toString("hex"));
  }
  expect(seen.size).toBe(5_000);
  expect(seen).not.toContain("0".repeat(32));
  expect(pooledRandomBytes(100_000)).toHaveLength(100_000);
});
