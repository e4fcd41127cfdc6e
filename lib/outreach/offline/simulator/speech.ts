import type { Variable } from "@/lib/agents/agents/schema";
import { draw, pick } from "./roll";
import { type Caller, sayValue } from "./values";

const label = ({ name }: Variable): string => name.replaceAll("_", " ");

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Free words are an answer as they are; a name or a number can be led in. */
const isMessage = ({ type }: Variable, value: string): boolean =>
  type === "string" &&
  value.split(" ").length > 4 &&
  !/\d|^(?:(?:oh|one|two|three|four|five|six|seven|eight|nine|double|triple)[ ,]*)+$/.test(value);

function yesOrNo({ persona, seed }: Caller, { name }: Variable, value: string): string {
  if (persona.manner === "terse") return upperFirst(`${value}.`);
  const ways =
    value === "yes"
      ? (["Yes.", "Oh yes.", "Yes, indeed."] as const)
      : (["No, sorry.", "No.", "Oh no."] as const);
  return pick(ways, seed, name, "manner");
}

/** An answer in the caller's manner. */
export function answer(caller: Caller, variable: Variable, value: string): string {
  if (variable.type === "boolean") return yesOrNo(caller, variable, value);
  if (isMessage(variable, value)) return `${upperFirst(value)}.`;
  const { persona, seed } = caller;
  if (persona.manner === "terse") return value;
  const first = variable.type === "email" ? value : upperFirst(value);
  const polite = [`${first}, please.`, `It's ${value}.`, `${first}.`] as const;
  const chatty = [
    `Let me see, it's ${value}.`,
    `Sure, it's ${value}.`,
    `Okay, it's ${value}, thank you.`,
  ] as const;
  return pick(persona.manner === "polite" ? polite : chatty, seed, variable.name, "manner");
}

/** Values that show what they are, so that a caller can give them without having been asked. */
const SHOWING: ReadonlySet<Variable["type"]> = new Set(["date", "time", "phone", "email"]);
/** More than this nobody says in one breath. */
const MAX_MORE = 2;

const LEADS: Partial<Record<Variable["type"], string>> = {
  date: "on ",
  time: "at ",
  phone: "my number is ",
  email: "my email is ",
};

/** The answer together with others that nobody has asked for yet. */
export function much(caller: Caller, variable: Variable, value: string, asked: readonly string[]): string {
  const types = caller.variables.map(({ type }) => type);
  const more = caller.variables
    .filter(
      ({ name, type, required }) =>
        required &&
        !asked.includes(name) &&
        SHOWING.has(type) &&
        types.indexOf(type) === types.lastIndexOf(type),
    )
    .slice(0, MAX_MORE)
    .map((other) => `${LEADS[other.type] ?? ""}${sayValue(caller, other)}`);
  return more.length === 0 ? answer(caller, variable, value) : `${[value, ...more].join(", and ")}.`;
}

/** Draws before another value is given up: of two choices one is met within a few. */
const TRIES = 8;

/** A value that is not the one the caller gave. */
function sayOther(caller: Caller, variable: Variable): string {
  const given = sayValue(caller, variable);
  const tries = Array.from({ length: TRIES }, (_, i) =>
    sayValue({ ...caller, seed: caller.seed + i + 1 }, variable),
  );
  return tries.find((value) => value !== given) ?? given;
}

/** How a caller puts a variable right. With `changed` their mind is another than when they answered. */
export function correction(caller: Caller, variable: Variable, mind: "meant" | "changed" = "meant"): string {
  const value = mind === "meant" ? sayValue(caller, variable) : sayOther(caller, variable);
  const ways = [`the ${label(variable)} should be ${value}.`, `my ${label(variable)} is ${value}.`] as const;
  return ways[draw(2, caller.seed, variable.name, "correction")] ?? ways[0];
}
