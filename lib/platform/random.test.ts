import { expect, it } from "vitest";
import { randomOctets } from "./random";

it("hands out as many octets as are asked for, and none twice", () => {
  const seen = new Set<string>();
  for (let i = 0; i < 5_000; i++) {
    const octets = randomOctets(16);
    expect(octets).toHaveLength(16);
    seen.add(octets.toString("hex"));
  }
  expect(seen.size).toBe(5_000);
  expect(seen).not.toContain("0".repeat(32));
  expect(randomOctets(100_000)).toHaveLength(100_000);
});
