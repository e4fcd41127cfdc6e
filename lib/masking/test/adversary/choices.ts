import fc from "fast-check";
import { defineGenerator, type Half, phrase } from "@/test/adversary/generator";
import type { MaskVariable, Values } from "../../turn";
import { agent, caller, type Line, tool, turnsOf, variable } from "../conversation";
import { fill, live, settled } from "./dialogue";

const choice = (name: string, description: string, choices: string[]): MaskVariable => ({
  ...variable(name, "choice", description),
  choices,
});

const CHOICES: readonly MaskVariable[] = [
  choice("plan", "which plan you want", ["gold", "silver", "bronze"]),
  choice("clinic", "the clinic that treats you", ["north clinic", "harbor clinic"]),
  choice("treatment", "the treatment you receive", ["chemotherapy", "dialysis", "physiotherapy"]),
  choice("coverage", "your coverage", ["single", "family", "family plus"]),
  choice("paying_by", "how you want to pay", ["invoice", "direct debit", "installments"]),
  choice("status", "your marital status", ["married", "divorced", "widowed"]),
];

const ASKED = [
  "Which one would you like, {all}?",
  "We have {all}. Which one is it?",
  "Is it {all}?",
  "Please choose: {all}.",
  "Would that be {all}?",
  "Tell me which applies: {all}.",
];
const ANSWERED = [
  "{one}",
  "{one} please",
  "I think {one}",
  "the {one} one",
  "it's {one}",
  "hmm, let me say {one}",
  "That would be {one}, thanks.",
  "put me down for {one}",
];
/** Read-backs in the question for another variable. */
const READ_BACK = [
  "So {one}, and your account number is {digits}. Is that right?",
  "I have {one} and account {digits}.",
  "Okay, {one}. Account {digits}, correct?",
  "Your account {digits} is set to {one} now. Anything else?",
  "Let me repeat: {one}, account number {digits}.",
  "To confirm, account {digits} with {one}. Shall I go on?",
  "Noted {digits}. And as you told me, {one}. Is everything correct?",
  "Account {digits}; {one} as discussed. Right?",
];
const RESTATED = [
  "as I said, {one}",
  "yes, {one} it is",
  "and I really meant {one}",
  "you do remember that it is {one}?",
  "my wife also has {one}",
  "just to be sure: {one}!",
  "is {one} a problem for you",
  "well {one} is what I told you",
];
const DIGITS = "44719920";

type Case = { variable: MaskVariable; answers: string[]; isSpoken: boolean; isEarly: boolean };

function linesOf({ variable: choiceVariable, answers, isSpoken, isEarly }: Case, option: string): Line[] {
  const [asked = "", answered = "", readBack = "", restated = "", early = ""] = answers;
  const all = (choiceVariable.choices ?? []).join(", ");
  const back = fill(readBack, { one: option, digits: DIGITS });
  const start = back.indexOf(DIGITS);
  return [
    ...(isEarly ? [caller(fill(early, { one: option }), null)] : []),
    agent(fill(asked, { all }), choiceVariable.name),
    caller(fill(answered, { one: option }), choiceVariable.name),
    tool({ [choiceVariable.name]: option, note: `wants ${option}` }),
    agent("And the account number?", "account_number"),
    caller(DIGITS, "account_number"),
    {
      ...agent(back, null),
      ...(isSpoken && { speaks: [{ variable: "account_number", start, end: start + DIGITS.length }] }),
    },
    caller(fill(restated, { one: option }), null),
    agent(fill(readBack, { one: option, digits: DIGITS }), null),
    caller("okay thanks", null),
  ];
}

function views(value: Case, option: string): string {
  const turns = turnsOf(linesOf(value, option));
  const variables = [value.variable, variable("account_number")];
  const values: Values = { [value.variable.name]: option, account_number: DIGITS };
  return [settled(turns, values, variables), live(turns, values, variables), live(turns, {}, variables)]
    .map((turnsOfViews) =>
      turnsOfViews.map(({ text, tool: used }) => text ?? JSON.stringify(used)).join("\n"),
    )
    .join("\n--\n");
}

const cases = (half: Half): fc.Arbitrary<Case> =>
  fc.record({
    variable: fc.constantFrom(...CHOICES),
    answers: fc.tuple(
      phrase(ASKED, half),
      phrase(ANSWERED, half),
      phrase(READ_BACK, half),
      phrase(RESTATED, half),
      phrase(RESTATED, half),
    ),
    isSpoken: fc.boolean(),
    isEarly: fc.boolean(),
  });

/** The view is the same for every chosen option, so that the masks do not reveal it. */
export const choices = defineGenerator<Case>({
  name: "masking: a choice said again",
  cases,
  check(value) {
    const [first = "", ...otherOptions] = value.variable.choices ?? [];
    const view = views(value, first);
    const distinguishable = otherOptions.find((option) => views(value, option) !== view);
    return distinguishable === undefined
      ? undefined
      : `"${first}" or "${distinguishable}":\n${view}\n==\n${views(value, distinguishable)}`;
  },
});
