import fc from "fast-check";
import { defineGenerator, type Half, phrase } from "@/test/adversary/generator";
import type { MaskVariable, Values } from "../../turn";
import { agent, caller, type Line, variable } from "../conversation";
import { fill, settledLeak } from "./dialogue";
import { STYLES, sayAs } from "./digits";

/** Sentences that name the account. */
const NAMING = [
  "my account is {}",
  "my account number is {}",
  "the account number is {} by the way",
  "it is about account {}",
  "use account number {} please",
  "sorry, my account is {}",
  "for the account, it's {}",
  "hi, account {} here",
  "no no, my account number is {}",
  "the right account would be {}",
];
/** Sentences that do not. */
const UNNAMED = [
  "{}",
  "it's {}",
  "sure, {}",
  "oh, {} by the way",
  "before that, {}",
  "sorry I meant {}",
  "wait, {}",
  "you need {} too",
];
const QUESTIONS = [
  "What is your account number?",
  "May I have your account number?",
  "Which account is it?",
  "And the account number, please?",
];
const DAY_QUESTIONS = ["Which day?", "What day suits you?", "And when would you like to come?"];
const DAYS = ["Monday", "next Tuesday please", "on Friday", "the third of May"];
const READ_BACKS = [
  "So {}, thank you.",
  "I have {}.",
  "Okay, {}. Anything else?",
  "Thank you. Did you say {}?",
  "Noted: {}.",
];
/** The stored number, told for something else. */
const OTHERWISE = ["I have a letter here that says {}", "the meter shows {}", "there is a sticker with {}"];

/** Where the caller says the right value. */
const PLACES = ["own question", "another question", "no question"] as const;

type MistakenAnswer = {
  right: string;
  wrong: string;
  style: string;
  place: (typeof PLACES)[number];
  isNamed: boolean;
  isWrongSaid: boolean;
  isAsked: boolean;
  phrasings: string[];
};

const digits = (length: number) =>
  fc
    .array(fc.constantFrom(..."123456789"), { minLength: length, maxLength: length })
    .map((all) => all.join(""));

const ACCOUNT = "account_number";
const account = variable(ACCOUNT);
const day: MaskVariable = variable("day", "date");

const cases = (half: Half): fc.Arbitrary<MistakenAnswer> =>
  fc.record({
    right: digits(8),
    wrong: fc.oneof(digits(4), digits(8)),
    style: phrase(STYLES, half),
    place: fc.constantFrom(...PLACES),
    isNamed: fc.boolean(),
    isWrongSaid: fc.boolean(),
    isAsked: fc.boolean(),
    phrasings: fc.tuple(
      phrase(NAMING, half),
      phrase(UNNAMED, half),
      phrase(QUESTIONS, half),
      phrase(DAY_QUESTIONS, half),
      phrase(DAYS, half),
      phrase(READ_BACKS, half),
      phrase(OTHERWISE, half),
    ),
  });

/** A value said elsewhere and a number that nothing names cannot be told apart from any other number. */
const isDecidable = ({ place, isNamed, isWrongSaid, right, wrong }: MistakenAnswer): boolean =>
  (place === "own question" || isNamed || !isWrongSaid) && !right.includes(wrong) && right !== wrong;

function numberLines({
  right,
  wrong,
  style,
  place,
  isNamed,
  isWrongSaid,
  isAsked,
  phrasings,
}: MistakenAnswer): Line[] {
  const [naming = "", unnamed = "", question = "", dayQuestion = "", told = "", back = "", otherwise = ""] =
    phrasings;
  const answer = fill(isNamed ? naming : unnamed, `«${sayAs(right, style)}»`);
  const lines: Line[] = [];
  if (isWrongSaid) lines.push(agent("Hello.", null), caller(fill(otherwise, wrong), null));
  if (place === "own question") lines.push(agent(question, ACCOUNT), caller(answer, ACCOUNT));
  else if (isAsked) lines.push(agent(question, ACCOUNT), caller("one moment", ACCOUNT));
  if (place === "no question") lines.push(agent("Okay.", null), caller(answer, null));
  if (place === "another question") lines.push(agent(dayQuestion, "day"), caller(answer, "day"));
  lines.push(agent(fill(back, `«${right}»`), null), agent(dayQuestion, "day"), caller(told, "day"));
  return lines;
}

export const mistakenNumbers = defineGenerator<MistakenAnswer>({
  name: "masking: a number of which another was stored",
  cases: (half) => cases(half).filter(isDecidable),
  check: (answer) =>
    settledLeak(numberLines(answer), { [ACCOUNT]: answer.wrong, day: "2026-11-24" }, [account, day]),
});

const NAMES = [
  "Ebenezer Scrooge",
  "Peter Okafor",
  "Ingrid Sandvik",
  "Rosa Delgado",
  "Tom Ashby",
  "Priya Raman",
];
const INTRODUCED = [
  "sorry, my name is {}",
  "no, my name is {}",
  "this is {} speaking",
  "call me {}",
  "please call me {}",
  "{} speaking",
  "my full name is {}",
  "actually the name's {}",
  "hi, my name's {} and I have a question",
  "by the way the name is {}",
  "I go by {}",
];
const NAME_QUESTIONS = ["What is your name?", "May I have your full name?", "And the name?"];
const NAME_ANSWERS = ["{}", "it's {}", "I'm {}", "sure, {}", "{}, as always", "my name is {}"];
const WRONG_SAID = ["Bob told me to call", "I talked to Bob before", "is Bob there"];
const NAME_BACKS = ["Thanks, {}.", "Nice to meet you, {}.", "{}, okay.", "Hello {}, how are you?"];

type Named = {
  name: string;
  isLower: boolean;
  place: (typeof PLACES)[number];
  isWrongSaid: boolean;
  phrasings: string[];
};

export const mistakenNames = defineGenerator<Named>({
  name: "masking: a name of which another was stored",
  cases: (half) =>
    fc.record({
      name: fc.constantFrom(...NAMES),
      isLower: fc.boolean(),
      place: fc.constantFrom(...PLACES),
      isWrongSaid: fc.boolean(),
      phrasings: fc.tuple(
        phrase(INTRODUCED, half),
        phrase(NAME_QUESTIONS, half),
        phrase(NAME_ANSWERS, half),
        phrase(DAY_QUESTIONS, half),
        phrase(WRONG_SAID, half),
        phrase(NAME_BACKS, half),
      ),
    }),
  check({ name, isLower, place, isWrongSaid, phrasings }) {
    const [introduced = "", question = "", answer = "", dayQuestion = "", wrongSaid = "", back = ""] =
      phrasings;
    const secret = `«${isLower ? name.toLowerCase() : name}»`;
    const lines: Line[] = isWrongSaid ? [agent("Hello.", null), caller(wrongSaid, null)] : [];
    if (place === "own question")
      lines.push(agent(question, "full_name"), caller(fill(answer, secret), "full_name"));
    if (place === "another question")
      lines.push(agent(dayQuestion, "day"), caller(fill(introduced, secret), "day"));
    if (place === "no question") lines.push(agent("Okay.", null), caller(fill(introduced, secret), null));
    lines.push(agent(fill(back, `«${name}»`), null));
    const values: Values = { full_name: "Bob", day: "2026-11-24" };
    return settledLeak(lines, values, [variable("full_name"), day]);
  },
});
