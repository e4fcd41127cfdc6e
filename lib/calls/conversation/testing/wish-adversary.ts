import fc from "fast-check";
import { intentOf, wishesIn } from "../understand";
import { FRESH_PHRASES } from "./fresh-phrases";
import { isUnseen, PHRASES, type PhraseKind } from "./wish-phrases";

/** Counts of tried and failed cases, separate for the unseen phrases, which are never shown. */
export type AdversaryResult = { n: number; failures: number; unseenN: number; unseenFailures: number };
/** A generator of hostile or odd input. `deadline`: milliseconds of the epoch. */
export type Adversary = { name: string; run(seed: number, deadline: number): AdversaryResult };

/** Utterances between two checks of the deadline. */
const BATCH = 200;
/** Maximum utterances of a run. More do not improve any claimed bound. */
const MAX_UTTERANCES = 200_000;

/** Whether an utterance is misclassified in a way that matters. */
export function isMistaken(kind: PhraseKind, text: string): boolean {
  const { optOut, human } = wishesIn(text);
  switch (kind) {
    case "request":
      return optOut !== "request";
    // The engine asks back; it never acts without a yes.
    case "maybe":
      return optOut !== "maybe";
    case "lookalike":
      return optOut === "request" || intentOf(text) === "goodbye";
    case "human":
      return human === null;
    case "human_lookalike":
      return human !== null;
  }
}

const PREFIXES = [
  "",
  "",
  "Hi. ",
  "Look, ",
  "okay ",
  "Please ",
  "I have had enough. ",
  "No, ",
  "Sorry but ",
  "hello yes ",
];
const SUFFIXES = [
  "",
  "",
  ".",
  "!",
  " please",
  ", thank you",
  ". Goodbye.",
  " now",
  ", okay?",
  ". I mean it.",
];
const VARIANTS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.replaceAll("'", "\u2019"),
  (text) => text.replaceAll(" ", "  "),
];

const THINGS = [
  "refund",
  "plan",
  "payment",
  "upgrade",
  "delivery",
  "policy",
  "booking",
  "statement",
  "recording",
  "renewal",
];
const PEOPLE = ["mother", "doctor", "landlord", "sister", "boss", "neighbor", "bank", "dentist"];
const TIMES = [
  "before nine",
  "after eight",
  "on Sundays",
  "until Friday",
  "at work",
  "during lunch",
  "while I drive",
  "in the morning",
];
const PLACES = [
  "form field",
  "order",
  "invoice",
  "shopping cart",
  "joint account",
  "letterhead",
  "guest list",
  "profile page",
];
const NAMES = ["a liar", "names", "sir", "a customer", "by my first name", "an idiot", "the shadow broker"];

const oneOf = (list: readonly string[]) => fc.constantFrom(...list);
/** Sentences with the words of a request that are none. */
const lookalike = fc.oneof(
  oneOf(THINGS).map((thing) => `Stop calling it a ${thing}`),
  oneOf(NAMES).map((name) => `stop calling me ${name}`),
  fc
    .tuple(oneOf(["call", "text", "contact", "ring"]), oneOf(TIMES))
    .map(([verb, time]) => `Don't ${verb} me ${time}`),
  oneOf(THINGS).map((thing) => `goodbye to my old ${thing}`),
  oneOf(THINGS).map((thing) => `please stop the ${thing}`),
  fc
    .tuple(oneOf(["can't", "couldn't", "won't"]), oneOf(PEOPLE))
    .map(([not, person]) => `I ${not} stop calling my ${person}`),
  oneOf(PEOPLE).map((person) => `My ${person} told me to stop calling her`),
  oneOf(PEOPLE).map((person) => `my ${person} won't stop calling me`),
  oneOf(PLACES).map((place) => `remove my number from the ${place}`),
  oneOf(THINGS).map((thing) => `How do I unsubscribe from the ${thing} newsletter`),
  oneOf(THINGS).map((thing) => `I want to opt out of the ${thing}`),
  oneOf(PLACES).map((place) => `take me off the ${place}`),
  oneOf(TIMES).map((time) => `call me again ${time}`),
  oneOf(THINGS).map((thing) => `I have to go and get the ${thing}`),
);
export const optOutRequest = fc
  .tuple(
    oneOf(PREFIXES),
    oneOf([...PHRASES.request, ...FRESH_PHRASES.request]),
    oneOf(SUFFIXES),
    fc.constantFrom(...VARIANTS),
  )
  .map(([prefix, core, suffix, vary]) => ({
    kind: "request" as const,
    core,
    text: vary(`${prefix}${core.replace(/[.!?]$/, "")}${suffix}`),
  }));
export const optOutLookalike = fc
  .tuple(lookalike, fc.constantFrom(...VARIANTS))
  .map(([core, vary]) => ({ kind: "lookalike" as const, core, text: vary(core) }));

/** Opt-out requests in many forms, and sentences that only look like them. */
export const wishAdversary: Adversary = {
  name: "opt-out phrases",
  run(seed, deadline) {
    const result: AdversaryResult = { n: 0, failures: 0, unseenN: 0, unseenFailures: 0 };
    for (let batch = 0; result.n + result.unseenN < MAX_UTTERANCES; batch++) {
      for (const { kind, core, text } of fc.sample(fc.oneof(optOutRequest, optOutLookalike), {
        seed: seed + batch,
        numRuns: BATCH,
      })) {
        const mistaken = isMistaken(kind, text) ? 1 : 0;
        if (isUnseen(core)) {
          result.unseenN++;
          result.unseenFailures += mistaken;
        } else {
          result.n++;
          result.failures += mistaken;
        }
      }
      if (Date.now() >= deadline) break;
    }
    return result;
  },
};
