import fc from "fast-check";
import { expect, test } from "vitest";
import { createLiveMask as unboundedLiveMask } from "../live";
import { agent, caller, turnsOf, variable } from "../test/conversation";
import { createLiveMask } from ".";

const variables = [variable("account_number"), variable("phone", "phone")];
const facts = {
  variables,
  sensitive: new Set(["account_number", "phone"]),
  knownValues: { account_number: "481516234242", phone: null },
  language: "en-US",
};
const startedTurn = turnsOf([agent("", null)])[0] ?? {
  index: 0,
  role: "agent",
  text: "",
  start_ms: 0,
  end_ms: 0,
  interrupted: false,
};

const stream = (mask: ReturnType<typeof createLiveMask>, pieces: readonly string[]): string =>
  pieces.map((piece) => mask.push(piece)).join("") + mask.finish();

test("a streamed turn of an ordinary call is let out as it is without a bound", () => {
  const before = turnsOf(
    Array.from({ length: 30 }, () => [
      agent("Which day suits you?", null),
      caller("The third of May.", null),
    ]).flat(),
  );
  const words = fc.array(
    fc.constantFrom("Hello. ", "You said 4815 1623 4242. ", "the ", "third ", "of May? "),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(words, (pieces) => {
      expect(stream(createLiveMask(before, startedTurn, facts), pieces)).toBe(
        stream(unboundedLiveMask(before, startedTurn, facts), pieces),
      );
    }),
    { numRuns: 40 },
  );
});

test("behind a conversation that takes too many steps nothing is let out, and behind the bound nothing more", () => {
  const hostile = turnsOf([caller("4815 1623 4241 4 8 1 5 ".repeat(1_200), null)]);
  expect(
    stream(createLiveMask(hostile, startedTurn, facts), ["Your number is 4815 1623 4242. ", "Thank you. "]),
  ).toBe("");
  const sentences = Array.from({ length: 3_000 }, () => "This is one of many sentences. ");
  const released = stream(createLiveMask([], startedTurn, facts), sentences);
  expect(released.length).toBeGreaterThan(0);
  expect(released.length).toBeLessThan(sentences.join("").length);
  expect(sentences.join("").startsWith(released)).toBe(true);
});
