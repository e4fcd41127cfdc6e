import fc from "fast-check";
import { defineGenerator, type Half, phrase } from "@/test/adversary/generator";
import { hasValidLuhn } from "../../card-brands";
import { scrubCards } from "../../cards";
import { agent, caller, type Line, turnsOf } from "../conversation";
import { fill, leakOf, readMarks } from "./dialogue";
import { STYLES, sayAs } from "./digits";

const PREFIXES: readonly (readonly [prefix: string, length: number])[] = [
  ["4", 16],
  ["51", 16],
  ["55", 16],
  ["2221", 16],
  ["34", 15],
  ["37", 15],
  ["6011", 16],
  ["3528", 16],
];

export const card = fc
  .tuple(
    fc.constantFrom(...PREFIXES),
    fc.array(fc.constantFrom(..."0123456789"), { minLength: 16, maxLength: 16 }),
  )
  .map(([[prefix, length], random]) => {
    const body = (prefix + random.join("")).slice(0, length - 1);
    return body + ([..."0123456789"].find((check) => hasValidLuhn(body + check)) ?? "");
  });

export const groupsOf = (digits: string): string[] =>
  digits.length === 15
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/.{1,4}/g) ?? []);

/** How a caller leads into the first group. */
const FIRST = [
  "the first four are {}",
  "okay it starts with {}",
  "My card number is {}",
  "{}",
  "so it begins {}",
  "sure, the front says {}",
  "let me get it out, right, {}",
  "it's a Visa, {}",
  "first block {}",
  "number one group is {}",
];
/** How the next group follows in the same turn. */
const NEXT = [
  ", the next four {}",
  ", okay, {}",
  ", got it? {}",
  " and after that comes {}",
  " followed by {}",
  ", then the next bunch is {}",
  " ... are you writing this down? {}",
  ", second set {}",
  " next up {}",
  ", mm, where was I, {}",
  "x{}",
  " x {}",
  ", then we have {}",
  " and the following digits are {}",
  ", now {}",
  " that was that part, next part {}",
];
const LAST = [
  ", and the last four are {}",
  " and finally {}",
  ", ending in {}",
  " and it ends with {}",
  ", last ones {}",
  ", and to finish {}",
  " and at the end {}",
  ", final group: {}",
];
/** Agent turns between two turns of the caller. */
const BETWEEN = [
  "Go on.",
  "Okay, got it. And the next four?",
  "Thank you. Please continue with the rest of the digits, slowly, so that I can write all of it down for you.",
  "Mhm.",
  "Sorry, I cannot take card numbers here. Please stop. I will transfer you to our secure payment line, where you can type in the number on your keypad, and where nobody listens to you or keeps what you type, so please wait for one moment while I do that.",
  "Yes?",
  "I heard that. What comes next?",
  "Alright, and then?",
];
const LEAD = [
  "{}",
  "then {}",
  "next is {}",
  "okay {}",
  "and {}",
  "so the next ones are {}",
  "it goes on with {}",
  "uh, {}",
];

type SpokenCard = { digits: string; style: string; leads: string[]; ends: number };
const spokenCards = (half: Half): fc.Arbitrary<SpokenCard> =>
  fc.record({
    digits: card,
    style: phrase(STYLES, half),
    leads: fc.tuple(phrase(FIRST, half), phrase(NEXT, half), phrase(NEXT, half), phrase(LAST, half)),
    ends: fc.integer({ min: 0, max: 3 }),
  });

export function leak(lines: readonly Line[]): string | undefined {
  const marked = lines.map(readMarks);
  const { turns } = scrubCards(turnsOf(marked.map(({ line }) => line)));
  return leakOf(
    marked,
    turns.map(({ text }) => text),
  );
}

const secret = (digits: string, style: string): string => `«${sayAs(digits, style)}»`;

function inOneTurn({ digits, style, leads }: SpokenCard): string {
  const groups = groupsOf(digits);
  const [first = "", second = "", third = "", last = ""] = leads;
  const templates = groups.length === 3 ? [first, second, last] : [first, second, third, last];
  return groups.map((group, n) => fill(templates[n] ?? "", secret(group, style))).join("");
}

export const cardsWithWords = defineGenerator<SpokenCard>({
  name: "cards: words between the groups",
  cases: spokenCards,
  check: (value) => leak([agent("How would you like to pay?", null), caller(inOneTurn(value), null)]),
});

type Split = SpokenCard & { between: string[]; lead: string[]; asking: (string | null)[] };

export const cardsOverTurns = defineGenerator<Split>({
  name: "cards: over turns and questions",
  cases: (half) =>
    fc.record({
      digits: card,
      style: phrase(STYLES, half),
      leads: fc.tuple(phrase(FIRST, half)),
      ends: fc.constant(0),
      between: fc.array(phrase(BETWEEN, half), { minLength: 4, maxLength: 4 }),
      lead: fc.array(phrase(LEAD, half), { minLength: 4, maxLength: 4 }),
      asking: fc.array(fc.constantFrom(null, "account_number", "amount"), { minLength: 4, maxLength: 4 }),
    }),
  check({ digits, style, leads, between, lead, asking }) {
    const lines = groupsOf(digits).flatMap((group, n): Line[] => [
      agent(between[n] ?? "", asking[n]),
      caller(fill((n === 0 ? leads[0] : lead[n]) ?? "", secret(group, style)), asking[n]),
    ]);
    return leak(lines);
  },
});

/** How a caller takes back what was just said and says it again. */
const CORRECTIONS = [
  "{wrong}, no sorry, {right}",
  "{wrong}, I mean {right}",
  "{wrong} — wait, {right}",
  "{wrong}, scratch that, {right}",
  "{wrong}, actually {right}",
  "{wrong} oops, {right}",
  "{wrong}, my mistake, it is {right}",
  "{wrong}, correction, {right}",
  "{wrong}, no no, {right}",
  "{wrong}, hang on, that's wrong, {right}",
];

type Corrected = { digits: string; style: string; phrasing: string; at: number; wrong: string };

export const cardsCorrected = defineGenerator<Corrected>({
  name: "cards: a corrected group",
  cases: (half) =>
    fc.record({
      digits: card,
      style: phrase(STYLES, half),
      phrasing: phrase(CORRECTIONS, half),
      at: fc.integer({ min: 0, max: 2 }),
      wrong: fc.constantFrom("1", "3", "7", "9"),
    }),
  check({ digits, style, phrasing, at, wrong }) {
    const spokenGroups = groupsOf(digits).map((group, n) => {
      if (n !== at) return secret(group, style);
      const mistaken = secret(group.slice(0, -1) + (group.endsWith(wrong) ? "0" : wrong), style);
      return fill(phrasing, { wrong: mistaken, right: secret(group, style) });
    });
    return leak([agent("And your number?", null), caller(`it is ${spokenGroups.join(" ")} thanks`, null)]);
  },
});
