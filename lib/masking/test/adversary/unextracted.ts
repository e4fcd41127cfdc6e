import fc from "fast-check";
import { defineGenerator, type Half, phrase } from "@/test/adversary/generator";
import type { MaskVariable } from "../../turn";
import { agent, caller, type Line, variable } from "../conversation";
import { fill, settledLeak } from "./dialogue";
import { STYLES, sayAs } from "./digits";

const DIGITS_OF = [
  "Hi, my account number is {} and I have a question",
  "{} is my number, can you look it up",
  "I'm calling about {}",
  "this is about contract {}",
  "good morning, it's {} again",
  "before you ask, {}",
  "I have it in front of me, it reads {}",
  "you will want {}",
  "so, {}, that's me",
  "the letter says {}",
];
const GREETINGS = ["Hello, how can I help?", "Good morning.", "Hi!", "Welcome, what can I do for you?"];
const ASKED = [
  "What is your account number?",
  "May I have the account number?",
  "Could you tell me your account number, please?",
  "And the account number?",
  "Which account is it?",
  "Please tell me the account number.",
];
const REFUSED = [
  "actually, I'd rather not say",
  "no, forget that, I don't want to give it",
  "you know what, never mind",
  "sorry, delete that, I shouldn't have told you",
  "hm, do you really need it? I won't tell you",
  "I take that back",
  "stop, I changed my mind",
  "I'm not comfortable with that",
];
const MISUNDERSTOOD = [
  "Sorry, I did not understand that.",
  "Could you say that again?",
  "I did not catch that, please repeat.",
  "Hm, that does not look right.",
  "Pardon?",
  "That has too few digits. Once more, please.",
];
const ANSWERED = [
  "{}",
  "it's {}",
  "sure, {}",
  "let me see, {}",
  "the number is {}",
  "okay that would be {}",
  "{} I think",
  "ah here it is: {}",
  "my wife says {}",
];
const SECOND_HALF = [
  "{}",
  "and {}",
  "then {}",
  "and the rest is {}",
  "plus {}",
  "oh and {} at the end",
  "{} too",
  "followed by {}",
];
const GO_ON = [
  "Okay.",
  "Thanks, go on.",
  "Got it.",
  "Thank you. And what day suits you?",
  "Mhm.",
  "One moment, please.",
];

type UnextractedNumber = {
  first: string;
  second: string;
  style: string;
  answers: string[];
  questions: string[];
  end: number;
};

const digits = (length: number) =>
  fc
    .array(fc.constantFrom(..."123456789"), { minLength: length, maxLength: length })
    .map((all) => all.join(""));

const cases = (half: Half): fc.Arbitrary<UnextractedNumber> =>
  fc.record({
    first: digits(4),
    second: digits(4),
    style: phrase(STYLES, half),
    answers: fc.tuple(
      phrase(DIGITS_OF, half),
      phrase(ANSWERED, half),
      phrase(ANSWERED, half),
      phrase(REFUSED, half),
      phrase(SECOND_HALF, half),
    ),
    questions: fc.tuple(
      phrase(GREETINGS, half),
      phrase(ASKED, half),
      phrase(MISUNDERSTOOD, half),
      phrase(GO_ON, half),
    ),
    end: fc.integer({ min: 0, max: 4 }),
  });

const ACCOUNT = "account_number";
const account: MaskVariable = variable(ACCOUNT);
const phone: MaskVariable = variable("phone", "phone");

/** The number's course: said before the question, refused after it, misunderstood, or partly lost. */
function linesOf({ first, second, style, answers, questions, end }: UnextractedNumber): Line[] {
  const [early = "", answer = "", again = "", refusal = "", rest = ""] = answers;
  const [greeting = "", question = "", pardon = "", goOn = ""] = questions;
  const all = `«${sayAs(first + second, style)}»`;
  const parts = [`«${sayAs(first, style)}»`, `«${sayAs(second, style)}»`] as const;
  if (end === 0) return [agent(greeting, null), caller(fill(early, all), null)];
  if (end === 1)
    return [
      agent(question, ACCOUNT),
      caller(fill(answer, all), ACCOUNT),
      agent("Is that right?", null),
      caller(refusal, null),
    ];
  if (end === 2)
    return [
      agent(question, ACCOUNT),
      caller(fill(answer, all), ACCOUNT),
      agent(pardon, null),
      caller(fill(again, all), null),
      agent("Let us leave that for now. Anything else?", null),
      caller("no bye", null),
    ];
  const halves = [
    agent(question, ACCOUNT),
    caller(fill(answer, parts[0]), ACCOUNT),
    agent(goOn, goOn.includes("day") ? "day" : null),
    caller(fill(rest, parts[1]), goOn.includes("day") ? "day" : null),
  ];
  return end === 3
    ? halves
    : [agent(greeting), caller(fill(early, parts[0])), agent(goOn), caller(fill(rest, parts[1]))];
}

export const unextracted = defineGenerator<UnextractedNumber>({
  name: "masking: a number that was never extracted",
  cases,
  check: (value) => settledLeak(linesOf(value), { [ACCOUNT]: null, phone: null }, [account, phone]),
});

export const halfExtracted = defineGenerator<UnextractedNumber>({
  name: "masking: a number of which half was extracted",
  cases: (half) => cases(half).map((item) => ({ ...item, end: 3 })),
  check: (value) =>
    settledLeak(linesOf(value), { [ACCOUNT]: value.first, phone: "+12125550150" }, [account, phone]),
});

const NAMES = ["Jane Marlowe", "Peter Okafor", "Li Wei", "Ingrid Sandvik", "Rosa Delgado", "Tom Ashby"];
const NAMED = [
  "Hi, my name is {}",
  "this is {} speaking",
  "hello, {} here",
  "it's {}, I called yesterday",
  "I am {} and I need an appointment",
  "you can put it under {}",
  "My name's {}.",
  "Yes hi, the name is {}",
];
const NAME_ASKED = [
  "What is your name?",
  "May I have your full name?",
  "Who am I speaking with?",
  "And the name?",
];
const NAME_ANSWERED = [
  "{}",
  "it's {}",
  "I'm {}",
  "{} is the name",
  "that would be {}",
  "sure, {}",
  "{}, as always",
];

type Named = { name: string; isLower: boolean; answers: string[]; isAsked: boolean };

export const unextractedNames = defineGenerator<Named>({
  name: "masking: a name that was never extracted",
  cases: (half) =>
    fc.record({
      name: fc.constantFrom(...NAMES),
      isLower: fc.boolean(),
      answers: fc.tuple(
        phrase(NAMED, half),
        phrase(NAME_ASKED, half),
        phrase(NAME_ANSWERED, half),
        phrase(MISUNDERSTOOD, half),
        phrase(REFUSED, half),
      ),
      isAsked: fc.boolean(),
    }),
  check({ name, isLower, answers, isAsked }) {
    const [early = "", question = "", answer = "", pardon = "", refusal = ""] = answers;
    const secret = `«${isLower ? name.toLowerCase() : name}»`;
    const lines = isAsked
      ? [
          agent(question, "full_name"),
          caller(fill(answer, secret), "full_name"),
          agent(pardon, null),
          caller(fill(answer, secret), null),
          agent(`Did you say ${secret}?`, null),
          caller(refusal, null),
        ]
      : [agent("Hello, how can I help?", null), caller(fill(early, secret), null)];
    return settledLeak(lines, { full_name: null }, [variable("full_name")]);
  },
});
