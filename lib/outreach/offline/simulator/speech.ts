import type { Variable } from "@/lib/agents/agents/schema";
import { draw, pick } from "./seeded-random";
import { type Caller, sayValue } from "./values";

const label = ({ name }: Variable): string => name.replaceAll("_", " ");

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether a value is a free text, which is said as it is. Names and numbers can get a lead-in. */
const isMessage = ({ type }: Variable, value: string): boolean =>
  type === "string" &&
  value.split(" ").length > 4 &&
  !/\d|^(?:(?:oh|one|two|three|four|five|six|seven|eight|nine|double|triple)[ ,]*)+$/.test(value);

function yesOrNo({ persona, seed }: Caller, { name }: Variable, value: string): string {
  if (persona.speechStyle === "terse") return upperFirst(`${value}.`);
  const phrasings =
    value === "yes"
      ? (["Yes.", "Oh yes.", "Yes, indeed."] as const)
      : (["No, sorry.", "No.", "Oh no."] as const);
  return pick(phrasings, seed, name, "manner");
}

/** Phrases an answer in the caller's manner. */
export function phraseAnswer(caller: Caller, variable: Variable, value: string): string {
  if (variable.type === "boolean") return yesOrNo(caller, variable, value);
  if (isMessage(variable, value)) return `${upperFirst(value)}.`;
  const { persona, seed } = caller;
  if (persona.speechStyle === "terse") return value;
  const first = variable.type === "email" ? value : upperFirst(value);
  const polite = [`${first}, please.`, `It's ${value}.`, `${first}.`] as const;
  const chatty = [
    `Let me see, it's ${value}.`,
    `Sure, it's ${value}.`,
    `Okay, it's ${value}, thank you.`,
  ] as const;
  return pick(persona.speechStyle === "polite" ? polite : chatty, seed, variable.name, "manner");
}

/** Types whose values show what they are, so that a caller can give them unasked. */
const SELF_EVIDENT_TYPES: ReadonlySet<Variable["type"]> = new Set(["date", "time", "phone", "email"]);
/** Maximum values that a caller adds to an answer. */
const MAX_EXTRA_VALUES = 2;

const LEADS: Partial<Record<Variable["type"], string>> = {
  date: "on ",
  time: "at ",
  phone: "my number is ",
  email: "my email is ",
};

/** Phrases the answer with values of variables that were not asked for yet. */
export function answerSeveral(
  caller: Caller,
  variable: Variable,
  value: string,
  askedNames: readonly string[],
): string {
  const types = caller.variables.map(({ type }) => type);
  const extraValues = caller.variables
    .filter(
      ({ name, type, required }) =>
        required &&
        !askedNames.includes(name) &&
        SELF_EVIDENT_TYPES.has(type) &&
        types.indexOf(type) === types.lastIndexOf(type),
    )
    .slice(0, MAX_EXTRA_VALUES)
    .map((otherVariable) => `${LEADS[otherVariable.type] ?? ""}${sayValue(caller, otherVariable)}`);
  return extraValues.length === 0
    ? phraseAnswer(caller, variable, value)
    : `${[value, ...extraValues].join(", and ")}.`;
}

/** Maximum draws for a different value; with two choices a few are enough. */
const MAX_DRAWS = 8;

/** Says a value that differs from the one that the caller gave. */
function sayOtherValue(caller: Caller, variable: Variable): string {
  const firstValue = sayValue(caller, variable);
  const draws = Array.from({ length: MAX_DRAWS }, (_, i) =>
    sayValue({ ...caller, seed: caller.seed + i + 1 }, variable),
  );
  return draws.find((value) => value !== firstValue) ?? firstValue;
}

/** Phrases a correction. With `changed` the caller gives a different value than before. */
export function phraseCorrection(
  caller: Caller,
  variable: Variable,
  mind: "meant" | "changed" = "meant",
): string {
  const value = mind === "meant" ? sayValue(caller, variable) : sayOtherValue(caller, variable);
  const phrasings = [
    `the ${label(variable)} should be ${value}.`,
    `my ${label(variable)} is ${value}.`,
  ] as const;
  return phrasings[draw(2, caller.seed, variable.name, "correction")] ?? phrasings[0];
}
