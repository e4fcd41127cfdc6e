import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Presentation } from "../present";
import { caller, turnsOf, variable } from "../test/conversation";
import type { Job } from "./jobs";
import { isMaskedOnly, keyOf, MaskedCache } from "./masked-cache";

const account = variable("account_number");
const view: Presentation = {
  turns: turnsOf([caller("it is 4815", "account_number"), caller("thank you", null)]),
  spans: null,
  isSettled: false,
  redact: true,
  sensitive: new Set(["account_number"]),
  variables: [account],
  knownValues: { account_number: null },
  language: "en-US",
};
const job = (change: Partial<Presentation> = {}): Job => ({
  kind: "transcript",
  presentation: { ...view, ...change },
});

describe("a view is found again only while nothing that decides on it has changed", () => {
  test("the same view has the same key, also when it was read again from the database", () => {
    expect(keyOf("ws_1", job())).toBe(keyOf("ws_1", structuredClone(job())));
  });

  test.each<[string, Partial<Presentation>]>([
    ["a turn more", { turns: [...view.turns, ...turnsOf([caller("more", null)])] }],
    ["a turn that was rewritten", { turns: turnsOf([caller("it is [payment_card]", null)]) }],
    ["what a turn answers", { turns: turnsOf([caller("it is 4815"), caller("thank you", null)]) }],
    ["a value that became known", { knownValues: { account_number: "4815162342" } }],
    ["a variable that was marked", { sensitive: new Set(["account_number", "name"]) }],
    ["a variable that was unmarked", { sensitive: new Set() }],
    ["another type of a variable", { variables: [{ ...account, type: "phone" }] }],
    ["the setting that lifts masks", { redact: false }],
    ["turns that are withheld", { withheld: [0] }],
  ])("not after %s", (_, change) => {
    expect(keyOf("ws_1", job(change))).not.toBe(keyOf("ws_1", job()));
  });

  test("nor for another workspace", () => {
    expect(keyOf("ws_2", job())).not.toBe(keyOf("ws_1", job()));
  });
});

test("nothing that can hold clear text is put in", () => {
  expect(isMaskedOnly(job())).toBe(true);
  expect(isMaskedOnly(job({ redact: false }))).toBe(false);
  expect(isMaskedOnly({ kind: "spans", turns: view.turns, values: {}, variables: [] })).toBe(false);
  expect(isMaskedOnly({ kind: "cards", turns: view.turns })).toBe(false);
});

describe("the cache", () => {
  test("never holds more than its size, and forgets what was used least recently first", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(200)), { maxLength: 60 }), (writes) => {
        const cache = new MaskedCache(1_000);
        const sizes = new Map<string, number>();
        for (const [key, length] of writes) {
          cache.set(`k${key}`, "x".repeat(length));
          sizes.set(`k${key}`, 2 * (length + 2));
          let totalSize = 0;
          for (const [known, size] of sizes) {
            if (cache.get(known) === undefined) sizes.delete(known);
            else totalSize += size;
          }
          expect(totalSize).toBeLessThanOrEqual(1_000);
          expect(cache.size).toBe(sizes.size);
        }
      }),
    );
  });

  test("forgets entries that were not read for a minute", () => {
    let now = 0;
    const cache = new MaskedCache(1_000, () => now);
    cache.set("old", "masked");
    now = 59_000;
    cache.set("new", "masked");
    expect(cache.get("old")).toBeDefined();
    now = 119_500;
    cache.sweep();
    expect(cache.size).toBe(0);
    expect(cache.get("new")).toBeUndefined();
  });
});

test("the view of a participant, who sees clear values, is not put in", () => {
  expect(isMaskedOnly(job())).toBe(true);
  expect(isMaskedOnly(job({ participant: { priorValues: {} } }))).toBe(false);
});
