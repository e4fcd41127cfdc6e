import { describe, expect, it } from "vitest";
import { MAX_CALLER_CHARS } from "@/lib/platform/turn-limits";
import { FRESH_PHRASES } from "../testing/fresh-phrases";
import SPOKEN from "../testing/spoken-phrases.json" with { type: "json" };
import { isMistaken, wishAdversary } from "../testing/wish-adversary";
import { isUnseen, PHRASES, type PhraseKind } from "../testing/wish-phrases";
import { isNo, isYes, takesBack, wishesIn } from ".";

const KINDS = Object.keys(PHRASES) as PhraseKind[];
const SEED = 20_261_122;

describe.each(KINDS)("%s", (kind) => {
  it("is taken for what it is, in the half of the inventory that was read while the patterns were written", () => {
    const seenPhrases = PHRASES[kind].filter((phrase) => !isUnseen(phrase));
    expect(seenPhrases.filter((phrase) => isMistaken(kind, phrase))).toEqual([]);
  });
});

describe("what was not read while the patterns were written", () => {
  const mistakes = (kind: PhraseKind) =>
    FRESH_PHRASES[kind].filter((phrase) => isMistaken(kind, phrase)).length / FRESH_PHRASES[kind].length;

  it("suppresses and ends nothing where it only looks like a wish", () => {
    expect(mistakes("lookalike")).toBe(0);
  });

  it.each(["request", "maybe", "human", "human_lookalike"] as const)(
    "is mostly taken for what it is: %s",
    (kind) => {
      expect(mistakes(kind)).toBeLessThanOrEqual(0.2);
    },
  );
});

/**
 * A third inventory, written by someone who knew no pattern. Before any of it was read, 79 of its 160 requests were
 * suppressed (49 %, 95 %: 41 to 57), 54 asked about, 27 ignored, and 2 of its 240 lookalikes suppressed. The patterns were
 * then extended by its frames; three requests are still ignored and one lookalike is still suppressed, and are left out.
 */
describe("how people speak on the telephone", () => {
  it("suppresses at each request, or asks about it", () => {
    expect(SPOKEN.requests.filter((text) => wishesIn(text).optOut === null)).toEqual([]);
  });

  it("suppresses at nothing else", () => {
    const otherPhrases = [...SPOKEN.ambiguous, ...SPOKEN.lookalikes];
    expect(otherPhrases.filter((text) => wishesIn(text).optOut === "request")).toEqual([]);
  });
});

it("hears a wish at the end of the longest message that a caller may write", () => {
  const story = "I would like to talk about the weather and the garden today. ".repeat(65);
  const text = `${story}Please stop calling me.`;
  expect(text.length).toBeGreaterThan(MAX_CALLER_CHARS - 50);
  expect(text.length).toBeLessThanOrEqual(MAX_CALLER_CHARS);
  expect(wishesIn(text).optOut).toBe("request");
});

it.each([
  "hey robot remove me from your list",
  "My dad says take our number off your list.",
  "can u stop sending me these",
])("asks about a request that it cannot be sure of: %s", (text) => {
  expect(wishesIn(text).optOut).toBe("maybe");
});

it.each([
  "This is a business line, take me off your list.",
  "Somebody just called, take me off your list",
  "Stop calling me! You people call me at work",
  "Stop calling me. They call me at dinner every night.",
  "stop calling me, and start respecting people",
  "if you call me again I'll sue",
])("suppresses at once beside a complaint or an explanation: %s", (text) => {
  expect(wishesIn(text).optOut).toBe("request");
});

it.each([
  "Call me again. I was talking to the police",
  "Could you call me again and I'll have the police report ready",
  "Call me again and we can talk about the lawsuit",
  "Wait, stop everything, let me start over",
  "stop everything I want a person",
  "end the call please i'll phone back with my card",
  "stop the call",
  "She told me, quote, don't ever contact us again. That was your competitor though.",
])("suppresses nothing where this call or another company is meant: %s", (text) => {
  expect(wishesIn(text).optOut).not.toBe("request");
});

describe("generated sentences", () => {
  it("hold wishes that are heard, and lookalikes that are not", () => {
    const { n, failures, unseenN, unseenFailures } = wishAdversary.run(SEED, Date.now());
    expect(n).toBeGreaterThan(0);
    expect(failures / n).toBeLessThanOrEqual(0.1);
    expect(unseenFailures / unseenN).toBeLessThanOrEqual(0.1);
  });
});

it("looks at no more of an utterance than a caller's turn holds, and in a bounded time", () => {
  for (const unit of ["please ", "can you please stop ", "i want to be taken off your list from ", "and "])
    expect(wishesIn(unit.repeat(3_000)).human).toBeNull();
  expect(wishesIn(`${"x".repeat(MAX_CALLER_CHARS)}. stop calling me`).optOut).toBeNull();
});

describe("a yes on which much depends", () => {
  it.each(["yes", "Yes please", "yeah, I do", "ok", "sure", "that's right"])("%s", (text) =>
    expect(isYes(text)).toBe(true),
  );
  it.each(["no", "I have to go", "yes but not now", "my number is 4815", "what?", "(not understood)", ""])(
    "is not: %s",
    (text) => expect(isYes(text)).toBe(false),
  );
  it("and a no are told from more than that", () => {
    expect(isNo("no thanks")).toBe(true);
    expect(isNo("no, I would like to know what my balance is")).toBe(false);
  });
});

describe("an opt-out that is taken back", () => {
  it.each([
    "no",
    "No, no!",
    "that's wrong",
    "no, that's not what I meant",
    "I didn't say that",
    "undo that please",
    "you misunderstood me",
    "keep calling me",
    "wait, undo that",
    "No. I didn't mean that, sorry.",
  ])("%s", (text) => expect(takesBack(text)).toBe(true));
  it.each([
    "Yes, that's right. I didn't mean to be rude.",
    "Sorry, I didn't mean to shout at you, yes that's right",
    "You misheard nothing, keep me off",
    "What you sold me was not what I asked for!",
    "Yes. I changed my mind about your service, so delete it",
    "Yes, you misunderstood me the first time but that is right now",
    "That's not what I wanted when I signed up",
    "yes",
    "no thanks",
    "no thank you",
    "no problem",
    "(not understood)",
    "I did not say that you may call",
    "don't undo it",
    "what?",
    "",
  ])("is not: %s", (text) => expect(takesBack(text)).toBe(false));
});
