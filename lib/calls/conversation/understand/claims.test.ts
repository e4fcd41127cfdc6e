import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimsOptOut } from "./claims";

const SEED = 20_261_122;
const RUNS = 2_000;
const oneOf = (...words: readonly string[]) => fc.constantFrom(...words);

const opening = oneOf("", "", "Of course, ", "All right. ", "Rest assured ", "Done! ", "I understand, and ");
const ending = oneOf("", ".", "!", ". Have a great day!", ", as you asked.");
const adverb = oneOf("", "", "now ", "just ", "successfully ", "permanently ", "also ");
const subject = oneOf("I", "we", "our team");
const number = oneOf("your number", "your phone number", "your details", "your contact information");
const person = fc.oneof(oneOf("you"), number);
const list = oneOf(
  "our list",
  "our call list",
  "the calling list",
  "our system",
  "all our lists",
  "our database",
);
const verb = oneOf("removed", "deleted", "erased");
const repetition = oneOf("", " again", " anymore", " in the future");
const reached = oneOf("called", "contacted", "texted");

const claim = fc.oneof(
  fc.tuple(subject, adverb, verb, person, list).map(([w, a, v, p, l]) => `${w} have ${a}${v} ${p} from ${l}`),
  fc.tuple(subject, adverb, verb, number).map(([w, a, v, p]) => `${w} ${a}${v} ${p}`),
  fc.tuple(subject, verb, person).map(([w, v, p]) => `${w} have gone ahead and ${v} ${p}`),
  fc.tuple(number, adverb, list).map(([n, a, l]) => `${n} has ${a}been taken off ${l}`),
  fc.tuple(adverb, list).map(([a, l]) => `you are ${a}off ${l}`),
  fc.tuple(adverb, oneOf("unsubscribed", "opted out")).map(([a, v]) => `you have ${a}been ${v}`),
  fc
    .tuple(oneOf("won't", "will never", "will no longer"), reached, repetition)
    .map(([n, r, g]) => `you ${n} be ${r}${g}`),
  fc
    .tuple(
      oneOf("we", "I"),
      oneOf("won't", "will never", "shall no longer"),
      oneOf("call", "contact", "text"),
      repetition,
    )
    .map(([w, n, r, g]) => `${w} ${n} ${r} you${g}`),
  fc
    .tuple(oneOf("we'll", "we will", "I'll"), oneOf("calling", "contacting"))
    .map(([w, r]) => `${w} stop ${r} you`),
  oneOf("calls", "messages", "texts").map((pieces) => `no more ${pieces} from us`),
  fc.tuple(adverb, person).map(([a, p]) => `I've ${a}put ${p} on our do not call list`),
  oneOf("yourself unsubscribed", "yourself removed").map((phrase) => `consider ${phrase}`),
);

const thing = oneOf("the item", "the late fee", "your old address", "the second order", "your appointment");
const noClaim = fc.oneof(
  fc.tuple(verb, thing).map(([v, t]) => `I have ${v} ${t}`),
  fc.tuple(thing, verb).map(([t, v]) => `${t} has been ${v}`),
  fc.tuple(person, list).map(([p, l]) => `I can remove ${p} from ${l} if you like`),
  fc.tuple(person, list).map(([p, l]) => `Would you like me to remove ${p} from ${l}?`),
  fc.tuple(verb, person).map(([v, p]) => `I haven't ${v} ${p}`),
  fc.tuple(person, verb).map(([p, v]) => `${p} have not been ${v}`),
  fc.tuple(reached, oneOf("tomorrow", "on Monday", "again")).map(([r, t]) => `you will be ${r} ${t}`),
  oneOf("charged", "billed", "asked", "transferred").map((v) => `you will not be ${v} again`),
  fc
    .tuple(
      oneOf("call", "text", "contact"),
      oneOf("before nine", "about that order", "until Friday", "at work"),
    )
    .map(([v, t]) => `we will not ${v} you ${t}`),
  fc.tuple(person, oneOf("guest list", "waiting list")).map(([p, l]) => `I've taken ${p} off the ${l}`),
  fc.tuple(subject, verb, list).map(([w, v, l]) => `Once ${w} have ${v} you from ${l} you will know`),
);
const sentence = (core: fc.Arbitrary<string>) =>
  fc.tuple(opening, core, ending).map(([before, text, behind]) => `${before}${text}${behind}`);

describe("a claim that the caller is contacted no more", () => {
  it("is seen in every frame of a generated sentence", () => {
    fc.assert(
      fc.property(sentence(claim), (text) => claimsOptOut(text)),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("is not seen in generated sentences that promise nothing", () => {
    fc.assert(
      fc.property(noClaim, (text) => !claimsOptOut(text)),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it.each([
    "you won't ever be contacted again",
    "I've now gone ahead and removed you",
    "your number has been taken off our list",
    "your details have been deleted from our call list",
    "I removed your number",
    "you're all set, no more calls from us",
    "that's done, you're off the list",
    "we'll stop calling",
    "we shall no longer be in touch",
    "you're opted out",
    "Your opt-out has been processed",
    "Nobody from our team will call you again",
    "I'll make sure you're not called again",
  ])("is seen in: %s", (text) => expect(claimsOptOut(text)).toBe(true));

  it.each([
    "I took your name and number for the booking",
    "your request has been processed",
    "I won't text you the code",
    "your number is on our list",
    "I'll pull your records",
    "all our calls are recorded",
    "they will not call you names",
  ])("is not seen in: %s", (text) => expect(claimsOptOut(text)).toBe(false));
});
