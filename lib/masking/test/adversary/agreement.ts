import fc from "fast-check";
import { defineGenerator, type Half, halve } from "@/test/adversary/generator";
import { agent, caller, type Line, tool, turnsOf, variable } from "../conversation";
import { fill, live, settled } from "./dialogue";

type Fact = { description: string; name: string; question: string; answers: string[] };

/**
 * Answers for yes and for no about the same topic: "yes
 * no".
 */
const FACTS: readonly Fact[] = [
  {
    name: "smoker",
    description: "whether you smoke",
    question: "Do you smoke?",
    answers: [
      "I smoke a lot | I never smoke",
      "I am a heavy smoker | I am a non-smoker",
      "I still smoke | I quit smoking",
      "smoking is my vice | smoking is not for me",
      "I do smoke | I don't smoke",
      "I smoked this morning | I haven't smoked in years",
    ],
  },
  {
    name: "pregnant",
    description: "whether you are pregnant",
    question: "Are you pregnant?",
    answers: [
      "I am pregnant | I am not pregnant",
      "yes pregnant | no, not pregnant",
      "my pregnancy is going well | there is no pregnancy",
      "I'm expecting, I mean pregnant | pregnant, me? no way",
      "since I am pregnant | since I'm definitely not pregnant",
      "we are pregnant | we are no longer pregnant",
    ],
  },
  {
    name: "has_diabetes",
    description: "whether you have diabetes",
    question: "Do you have diabetes?",
    answers: [
      "I have diabetes | I don't have diabetes",
      "I was diagnosed with diabetes | nobody ever found diabetes",
      "I am diabetic | I am not diabetic",
      "my diabetes is bad | diabetes is not a problem",
      "it is the diabetes | it isn't diabetes",
      "diabetes, sadly | never had diabetes",
    ],
  },
];

const RESTATED = [
  "as I said {}",
  "like I told you, {}",
  "{}, I already mentioned that",
  "and {}, remember",
  "by the way, {}",
  "you know that {}",
  "look, {} and I want a quote",
  "because {} I'd like a window seat",
  "{}",
  "just so we are clear, {}",
];
const READ_BACK = [
  "So {}. What day suits you?",
  "I noted that {}. What day suits you?",
  "Thanks. Since {}, the rate changes. Which day?",
  "Understood, {}. And which day?",
  "To confirm: {}. What day?",
  "Okay then, {}. When shall we book you in?",
];

type Case = {
  fact: Fact;
  answer: string;
  restated: string;
  back: string;
  isEarly: boolean;
  isSpoken: boolean;
};

const shuffled = (half: Half) => (fact: Fact) =>
  fc.record({
    fact: fc.constant(fact),
    answer: fc.constantFrom(...halve(fact.answers, half)),
    restated: fc.constantFrom(...halve(RESTATED, half)),
    back: fc.constantFrom(...halve(READ_BACK, half)),
    isEarly: fc.boolean(),
    isSpoken: fc.boolean(),
  });

function views({ fact, answer, restated, back, isEarly, isSpoken }: Case, value: boolean): string {
  const [yes = "", no = ""] = answer.split(" | ");
  const words = value ? yes : no;
  const secondPerson = words
    .replace(/\bI'm\b|\bI am\b/g, "you are")
    .replace(/\bI\b/g, "you")
    .replace(/\bmy\b/g, "your")
    // How many sentences an agent makes of an answer is not what masking hides.
    .replace("?", ",");
  const lines: Line[] = [
    ...(isEarly ? [caller(fill(restated, words), null)] : []),
    agent(fact.question, fact.name),
    caller(words, fact.name),
    tool({ [fact.name]: value, answer: value }),
    { ...agent(fill(back, secondPerson), "day"), ...(isSpoken && { speaks: [] }) },
    caller("next Monday", "day"),
    agent("Anything else?", null),
    caller(fill(restated, words), null),
  ];
  const turns = turnsOf(lines);
  const variables = [variable(fact.name, "boolean", fact.description)];
  return [
    settled(turns, { [fact.name]: value }, variables),
    live(turns, { [fact.name]: value }, variables),
    live(turns, {}, variables),
  ]
    .map((turnsOfViews) =>
      turnsOfViews.map(({ text, tool: used }) => text ?? JSON.stringify(used)).join("\n"),
    )
    .join("\n--\n");
}

/** Whether yes or no was meant, the same is shown. */
export const agreement = defineGenerator<Case>({
  name: "masking: a yes or no said again",
  cases: (half) => fc.constantFrom(...FACTS).chain(shuffled(half)),
  check(value) {
    const [yes, no] = [views(value, true), views(value, false)];
    return yes === no ? undefined : `${yes}\n==\n${no}`;
  },
});
