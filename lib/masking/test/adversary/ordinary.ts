import fc from "fast-check";
import { type Generator, type Half, phrase, type Result } from "@/test/adversary/generator";
import { scrubCards } from "../../cards";
import { findSpans } from "../../spans";
import type { MaskVariable, Span, Values } from "../../turn";
import { agent, caller, type Line, turnsOf, variable } from "../conversation";
import { type Marked, type Range, readMarks, transcript } from "./dialogue";
import { AGENT_TALK, CALLER_TALK, COUNTS, DATES, PRICES, TIMES } from "./ordinary-talk";

const figure = (inventory: readonly string[], half: Half) =>
  phrase(inventory, half).map((text) => `‹${text}›`);

/** A template with each of its slots filled. */
const talk = (inventory: readonly string[], half: Half): fc.Arbitrary<string> =>
  phrase(inventory, half).chain((template) => {
    const slots = { date: DATES, time: TIMES, price: PRICES };
    const pieces = template.split(/(\{\w+\})/).map((piece): fc.Arbitrary<string> => {
      const slot = /^\{(\w+)\}$/.exec(piece)?.[1];
      if (slot === undefined) return fc.constant(piece);
      if (slot === "count") return phrase(COUNTS, half);
      return figure(slots[slot as keyof typeof slots], half);
    });
    return fc.tuple(...pieces).map((all) => all.join(""));
  });

const exchange = (half: Half): fc.Arbitrary<Line[]> =>
  fc
    .tuple(talk(CALLER_TALK, half), talk(AGENT_TALK, half))
    .map(([said, answered]) => [caller(said, null), agent(answered, null)]);

const exchanges = (half: Half, minLength: number, maxLength: number): fc.Arbitrary<Line[]> =>
  fc.array(exchange(half), { minLength, maxLength }).map((all) => all.flat());

const VARIABLES: readonly MaskVariable[] = [
  variable("account_number", "string", "the customer's account number"),
  variable("full_name", "string", "your full name"),
  variable("phone", "phone", "a number to reach you at"),
  variable("smoker", "boolean", "whether you smoke"),
  { ...variable("plan", "choice", "which plan you want"), choices: ["gold", "silver", "bronze"] },
];
const VALUES: Values = {
  account_number: "447199205",
  full_name: "Jane Marlowe",
  phone: "+12125550150",
  smoker: false,
  plan: "silver",
};

/** How each variable is asked for, answered and read back: "question | answer | read-back". */
const QUESTIONS: Record<string, readonly string[]> = {
  account_number: [
    "What is your account number? | sure, it's «four four seven one nine nine two oh five» | Thank you, «447199205».",
    "May I have your account number? | «447 199 205» | Got it, «4 4 7 1 9 9 2 0 5».",
    "Which account is it? | one moment, it is «447199205» | I found it, thank you.",
  ],
  full_name: [
    "Who am I speaking with? | my name is «Jane Marlowe» | Hello «Jane».",
    "What is your name, please? | «jane marlowe» | Thanks, «Jane Marlowe».",
    "Could you give me your name? | yes, «Jane Marlowe» | Thank you very much.",
    "Under which name is it booked? | «Jane Marlowe» | Found it.",
    "Please tell me your name. | sure, «Jane Marlowe» | Thanks «Jane».",
    "And who is calling? | this is «Jane Marlowe» | Hi «Jane», how are you?",
    "And your name? | it's «Jane Marlowe» with an e | Nice to meet you, Ms «Marlowe».",
  ],
  phone: [
    "What number can we reach you at? | «212 555 0150» | So «212 555 0150».",
    "And your phone number? | sure, «two one two, five five five, oh one five oh» | Thank you.",
    "Could I have a phone number? | yes, it's «(212) 555-0150» | I noted «212-555-0150».",
  ],
  smoker: [
    "Do you smoke? | «no, not for years» | Okay, thank you.",
    "Are you a smoker? | «I don't» | «Good, so no smoking.»",
    "Does anybody smoke in the apartment, you for example? | «no never» | Thanks.",
  ],
  plan: [
    "Would you like gold, silver or bronze? | «silver please» | «Silver it is.»",
    "Which plan do you want: gold, silver, bronze? | «the silver one» | Thank you.",
    "Shall it be the gold, silver or bronze plan? | «silver I think» | «I put you on silver.»",
  ],
};

const askedLines = (name: string, half: Half): fc.Arbitrary<Line[]> =>
  phrase(QUESTIONS[name] ?? [], half).map((phraseText) => {
    const [question = "", answer = "", back = ""] = phraseText.split(" | ");
    return [agent(question, name), caller(answer, name), agent(back, null)];
  });

const sensitiveCall = (half: Half): fc.Arbitrary<Line[]> =>
  fc
    .shuffledSubarray(Object.keys(QUESTIONS), { minLength: 2 })
    .chain((names) => fc.tuple(...names.flatMap((name) => [askedLines(name, half), exchanges(half, 1, 4)])))
    .map((all) => all.flat());

/** A call in which something is masked needlessly, as counts; `figure` is a date, price or time that is masked. */
type Counted = { words: number; needless: number; figure: string | undefined };

const WORD = /[\p{L}\p{N}]+(?:['’.,:/-][\p{L}\p{N}]+)*/gu;

const overlaps = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end;

function count(marked: readonly Marked[], masks: readonly (readonly Range[])[]): Counted {
  const counted: Counted = { words: 0, needless: 0, figure: undefined };
  for (const [n, { line, secrets, figures }] of marked.entries()) {
    const hidden = masks[n] ?? [];
    for (const word of (line.text ?? "").matchAll(WORD)) {
      const range = { start: word.index, end: word.index + word[0].length };
      counted.words++;
      if (hidden.some((mask) => overlaps(mask, range)) && !secrets.some((secret) => overlaps(secret, range)))
        counted.needless++;
    }
    const lost = figures.find((range) => hidden.some((mask) => overlaps(mask, range)));
    if (lost !== undefined) counted.figure ??= `"${line.text?.slice(lost.start, lost.end)}" of turn ${n}`;
  }
  return counted;
}

function countCall(lines: readonly Line[], variables: readonly MaskVariable[], values: Values): Counted {
  const marked = lines.map(readMarks);
  const turns = turnsOf(marked.map(({ line }) => line));
  const spans: Span[] = findSpans(turns, values, variables);
  const scrubbed = new Set(scrubCards(turns).hits);
  const masks = turns.map(({ index, text }) =>
    scrubbed.has(index)
      ? [{ start: 0, end: text?.length ?? 0 }]
      : spans.filter((span) => span.turn === index && span.part === "text"),
  );
  const counted = count(marked, masks);
  if (counted.figure === undefined) return counted;
  const maskedRanges = marked.map(
    (_, n) => masks[n]?.map(({ start, end }) => `${start}-${end}`).join(" ") ?? "",
  );
  return { ...counted, figure: `${counted.figure} of\n${transcript(marked, maskedRanges)}` };
}

/** Calls drawn at once. */
const BATCH = 50;

type Tally = { calls: number; words: number; needless: number; figures: string[] };

/** A share above the bound counts as one failure, and each call with a masked date, price or time as another. */
const failuresOf = ({ words, needless, figures }: Tally, share: number): string[] =>
  needless > share * words ? [...figures, `${needless} of ${words} words are masked needlessly`] : figures;

function utility(
  name: string,
  share: number,
  call: (half: Half) => fc.Arbitrary<Line[]>,
  variables: readonly MaskVariable[],
): Generator {
  const calls = { tuning: call("tuning"), unseen: call("unseen") };
  return {
    name,
    run(seed, deadline, maxCases = Number.POSITIVE_INFINITY): Result {
      const tallies = {
        tuning: { calls: 0, words: 0, needless: 0, figures: [] } as Tally,
        unseen: { calls: 0, words: 0, needless: 0, figures: [] } as Tally,
      };
      for (let batch = 0; tallies.tuning.calls < maxCases && Date.now() < deadline; batch++) {
        const numRuns = Math.min(BATCH, maxCases - tallies.tuning.calls);
        for (const half of ["tuning", "unseen"] as const) {
          const counts = tallies[half];
          for (const lines of fc.sample(calls[half], { seed: seed + batch, numRuns })) {
            const { words, needless, figure: lost } = countCall(lines, variables, VALUES);
            counts.calls++;
            counts.words += words;
            counts.needless += needless;
            if (lost !== undefined) counts.figures.push(lost);
          }
        }
      }
      const { tuning, unseen } = tallies;
      return {
        n: tuning.calls,
        failures: failuresOf(tuning, share),
        unseenN: unseen.calls,
        unseenFailures: failuresOf(unseen, share).length,
        note: `needlessly masked words: ${percent(tuning)}; unseen: ${percent(unseen)}`,
      };
    },
  };
}

const percent = ({ words, needless }: Tally): string =>
  `${needless} of ${words} (${((100 * needless) / Math.max(1, words)).toFixed(2)} %)`;

/** The bounds of the issue: at most so much of ordinary calls is masked needlessly. */
const SHARE_WITHOUT = 0.03;
const SHARE_WITH = 0.15;

export const ordinary = utility(
  "utility: ordinary calls without sensitive variables",
  SHARE_WITHOUT,
  (half) => exchanges(half, 4, 12),
  [],
);

export const ordinaryWithSensitive = utility(
  "utility: ordinary calls with sensitive variables",
  SHARE_WITH,
  sensitiveCall,
  VARIABLES,
);
