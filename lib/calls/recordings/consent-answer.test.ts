import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectEcho, readAnswer } from "./consent-answer";

const NEGATIVES = [
  "no",
  "nope",
  "nah",
  "no thank you",
  "no thanks, don't",
  "I'd rather not",
  "I would prefer not to",
  "I'd rather you didn't",
  "I do not consent",
  "I don't consent to that",
  "I don't want that",
  "absolutely not",
  "no no no",
  "no way",
  "please don't",
  "please do not",
  "that's a no from me",
  "I don't agree",
  "I am not comfortable with that",
  "not okay",
  "I refuse",
];
const ACCEPTED = [
  "no problem",
  "no worries, go ahead",
  "not at all",
  "no objection",
  "I don't mind",
  "yes",
  "okay",
  "that's fine",
  "sure, no problem",
];
const MATTERS = [
  "no one is available to take your call",
  "no one can come to the phone",
  "nobody can come to the phone right now, please leave a message after the tone",
  "you have reached the mailbox of five five five",
  "hello",
  "I want to book a table",
  "do you have a record of my order",
  "two people",
  "no idea what this is about",
];
const POLITE = ["", "um", "uh", "well", "oh", "sorry"];
const AFTER = ["", "thanks", "thank you", "please", "sir"];

describe("an answer to an announcement", () => {
  it("is a refusal as a whole utterance, in all spellings and with filler words around it", () => {
    const utterances = fc.tuple(
      fc.constantFrom(...POLITE),
      fc.constantFrom(...NEGATIVES),
      fc.constantFrom(...AFTER),
      fc.constantFrom("", ".", "!", ","),
      fc.boolean(),
    );
    fc.assert(
      fc.property(utterances, ([before, words, behind, sign, upper]) => {
        const text = [before, words, behind].filter((part) => part !== "").join(" ") + sign;
        expect(readAnswer(upper ? text.toUpperCase() : text)).toBe("no");
        expect(readAnswer(text.replaceAll("'", "’"))).toBe("no");
        expect(readAnswer(text.replaceAll("'", ""))).toBe("no");
      }),
    );
  });

  it.each(ACCEPTED)("is no refusal where the caller accepts: %s", (text) =>
    expect(readAnswer(text)).toBe("yes"),
  );
  it.each(MATTERS)("is no refusal where the caller talks about something else: %s", (text) =>
    expect(readAnswer(text)).toBe("other"),
  );
  it.each([
    "no, that's not it",
    "not really",
    "I have to tell you no",
    "no, I am calling about my order",
    "",
    "nine",
  ])("is asked for where it is not clear: %s", (text) => expect(readAnswer(text)).toBe("unclear"));

  it("takes no longer for hostile input", () => {
    for (const unit of ["no ", "right now ", "sounds good ", "thank you ", "n't ", "a"])
      expect(["no", "yes", "other", "unclear"]).toContain(readAnswer(unit.repeat(4_000)));
  });
});

describe("an announcement's own echo", () => {
  const played = "This call is recorded. Say no or press 9 if you do not want to be recorded.";
  it.each([
    ["this call is recorded say no or press nine", "echo"],
    ["if you do not want to be recorded", "echo"],
    ["say no", "maybe"],
    ["no", "none"],
    ["I do not want to be recorded", "none"],
    ["", "none"],
  ])("%s: %s", (text, judged) => expect(detectEcho(text, played)).toBe(judged));
});
