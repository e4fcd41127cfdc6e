import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { indexerOf } from "./indexer";

const key = randomBytes(32);
const index = indexerOf("ws_a", key);

test("a keyed hash finds its equal, and only within one purpose and one workspace's key", () => {
  const hash = index.hash("number", "+12125550123");
  expect(hash).toHaveLength(32);
  expect(indexerOf("ws_a", key).hash("number", "+12125550123").equals(hash)).toBe(true);
  expect(index.hash("number", "+12125550124").equals(hash)).toBe(false);
  expect(index.hash("idempotency", "+12125550123").equals(hash)).toBe(false);
  expect(indexerOf("ws_b", randomBytes(32)).hash("number", "+12125550123").equals(hash)).toBe(false);
});

test("a word's hash is an integer that JavaScript and PostgreSQL both hold exactly, memoised or not", () => {
  const words = Array.from({ length: 2_000 }, (_, i) => `word${i}`);
  const hashes = words.map((word) => index.word(word));
  expect(hashes.every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(true);
  expect(new Set(hashes).size).toBe(words.length);
  expect(words.map((word) => index.word(word))).toEqual(hashes);
  // Both halves of the 53 bits are used.
  expect(Math.max(...hashes)).toBeGreaterThan(2 ** 52);
  expect(new Set(hashes.map((hash) => hash % 32)).size).toBe(32);
});

test("two workspaces' words have nothing in common, also where one process serves both", () => {
  const other = indexerOf("ws_b", randomBytes(32));
  expect(other.word("appointment")).not.toBe(index.word("appointment"));
});
