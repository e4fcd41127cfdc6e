import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createIndexer } from "./indexer";

const key = randomBytes(32);
const index = createIndexer("ws_a", key);

test("a keyed hash matches only the same text, purpose and workspace key", () => {
  const hash = index.hash("number", "+12125550123");
  expect(hash).toHaveLength(32);
  expect(createIndexer("ws_a", key).hash("number", "+12125550123").equals(hash)).toBe(true);
  expect(index.hash("number", "+12125550124").equals(hash)).toBe(false);
  expect(index.hash("idempotency", "+12125550123").equals(hash)).toBe(false);
  expect(createIndexer("ws_b", randomBytes(32)).hash("number", "+12125550123").equals(hash)).toBe(false);
});

test("a word's hash is an exact integer in JavaScript and PostgreSQL, memoized or not", () => {
  const words = Array.from({ length: 2_000 }, (_, i) => `word${i}`);
  const hashes = words.map((word) => index.word(word));
  expect(hashes.every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(true);
  expect(new Set(hashes).size).toBe(words.length);
  expect(words.map((word) => index.word(word))).toEqual(hashes);
  // Both halves of the 53 bits are used.
  expect(Math.max(...hashes)).toBeGreaterThan(2 ** 52);
  expect(new Set(hashes.map((hash) => hash % 32)).size).toBe(32);
});

test("two workspaces hash the same word differently within one process", () => {
  const otherIndexer = createIndexer("ws_b", randomBytes(32));
  expect(otherIndexer.word("appointment")).not.toBe(index.word("appointment"));
});
