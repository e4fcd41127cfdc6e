import type { Variable } from "@/lib/agents/agents/schema";
import { MONTHS } from "@/lib/masking/number-words";
import { sayDigits, sayNumber } from "./digits";
import type { Persona } from "./personas";
import { draw, pick, roll } from "./seeded-random";

/** A simulated caller in one conversation. The same caller gives the same answers to the same agent. */
export type Caller = {
  persona: Persona;
  seed: number;
  /** In the fictional range +1 212 555 01xx. */
  phone: string;
  variables: readonly Variable[];
  /** The date of the conversation (2026-11-24), which separates future from past. */
  today: string;
  /** Words of the caller when the agent asks for a variable, by its name. Missing ones are invented. */
  answers?: Readonly<Record<string, string>>;
};

const DAY_MS = 86_400_000;
/** Digits of a code that the caller reads from a letter: too few for a payment card. */
const CODE_DIGITS = 8;

/** Messages for variables of free text. */
export const MESSAGES = [
  "The parcel arrived with a torn box, and the lamp inside is bent",
  "I would like a copy of my last invoice",
  "Please leave the delivery with the bakery next door",
  "The blue jacket came in the wrong size and I want to swap it",
  "Could you tell the workshop that the bicycle can wait until the weekend",
  "I moved to another street and my letters still go to the old one",
] as const;

const PAST = /\b(?:happened|happen|occurred|incident|accident|loss|since|bought|born|birth)\b/i;
const BIRTH = /\b(?:born|birth)\b/i;
const CODE = /\b(?:number|code|id|pin|reference|account|policy|order)\b/i;
const NAME = /\bname\b/i;

const descriptionOf = ({ name, description }: Variable): string =>
  `${name.replaceAll("_", " ")} ${description}`;

/** Says a date in one of the usual forms, with a year if it is not in the future. */
function sayDay(at: Date, style: number, withYear: boolean): string {
  const [day, month] = [at.getUTCDate(), MONTHS[at.getUTCMonth()] ?? MONTHS[0]];
  const year = withYear ? ` ${at.getUTCFullYear()}` : "";
  if (style === 0) return `${month} ${day}${withYear ? "," : ""}${year}`;
  if (style === 1) return `${day} ${month}${year}`;
  return `${at.getUTCMonth() + 1}/${day}/${at.getUTCFullYear()}`;
}

function dayFor({ seed, today }: Caller, variable: Variable, draft: string): string {
  const words = descriptionOf(variable);
  const style = draw(3, seed, variable.name, "style");
  if (BIRTH.test(words)) {
    const year = 1948 + draw(55, seed, variable.name, draft, "year");
    const at = Date.UTC(
      year,
      draw(12, seed, variable.name, draft, "month"),
      1 + draw(28, seed, variable.name, draft, "day"),
    );
    return sayDay(new Date(at), style, true);
  }
  const days = 1 + draw(20, seed, variable.name, draft);
  if (PAST.test(words)) {
    return days === 1 ? "yesterday" : sayDay(new Date(Date.parse(today) - days * DAY_MS), style, true);
  }
  return days === 1 ? "tomorrow" : sayDay(new Date(Date.parse(today) + days * DAY_MS), style, false);
}

function timeFor({ seed }: Caller, variable: Variable, draft: string): string {
  const hour = 9 + draw(11, seed, variable.name, draft, "hour");
  const half = draw(2, seed, variable.name, draft, "half") === 1;
  const twelve = hour > 12 ? hour - 12 : hour;
  const am = hour < 12 ? "am" : "pm";
  const style = draw(3, seed, variable.name, "style");
  if (hour === 12 && !half) return "noon";
  if (style === 0) return half ? `${twelve}:30 ${am}` : `${twelve} ${am}`;
  if (style === 1) return `${String(hour).padStart(2, "0")}:${half ? "30" : "00"}`;
  return half ? `half past ${sayNumber(twelve)} ${am}` : `${sayNumber(twelve)} o'clock ${am}`;
}

function codeFor({ seed, persona }: Caller, variable: Variable, draft: string): string {
  const digits = Array.from({ length: CODE_DIGITS }, (_, i) =>
    String(i === 0 ? 1 + draw(9, seed, variable.name, draft, i) : draw(10, seed, variable.name, draft, i)),
  );
  // A caller who says "double five" needs repeated digits.
  if (persona.digits === "doubled") digits[3] = digits[2] ?? "5";
  return sayDigits([digits.slice(0, 4).join(""), digits.slice(4).join("")], persona.digits);
}

function wordsFor(caller: Caller, variable: Variable, draft: string): string {
  const words = descriptionOf(variable);
  if (NAME.test(words)) return caller.persona.name;
  if (CODE.test(words)) return codeFor(caller, variable, draft);
  return pick(MESSAGES, caller.seed, variable.name, draft);
}

function phoneFor({ phone, persona }: Caller): string {
  const national = phone.replace(/^\+1/, "");
  return sayDigits([national.slice(0, 3), national.slice(3, 6), national.slice(6)], persona.digits);
}

function emailFor({ persona, seed }: Caller): string {
  const local = persona.name.toLowerCase().split(" ");
  return draw(2, seed, "email") === 0
    ? `${local.join(".")}@example.com`
    : `${local.join(" dot ")} at example dot com`;
}

const numberFor = ({ seed, persona }: Caller, { name }: Variable, draft: string): string => {
  const value = 2 + draw(7, seed, name, draft);
  return persona.digits === "figures" ? String(value) : sayNumber(value);
};

/** Most callers say yes, as agents mostly ask for what callers want. */
const YES_SHARE = 0.75;

type Generator = (caller: Caller, variable: Variable, draft: string) => string;

const GENERATORS: Record<Variable["type"], Generator> = {
  string: wordsFor,
  number: numberFor,
  boolean: ({ seed }, { name }, draft) => (roll(seed, name, draft) < YES_SHARE ? "yes" : "no"),
  date: dayFor,
  time: timeFor,
  phone: phoneFor,
  email: emailFor,
  choice: ({ seed }, { name, choices }, draft) =>
    choices?.[draw(choices.length, seed, name, draft)] ?? "the first one",
};

/** Says a variable's value in this caller's style. */
export const sayValue = (caller: Caller, variable: Variable): string =>
  caller.answers?.[variable.name] ?? GENERATORS[variable.type](caller, variable, "meant");

/** Types whose values a caller can get wrong. Callers know their own name and number. */
const MISTAKABLE: ReadonlySet<Variable["type"]> = new Set(["number", "date", "time", "string"]);

/** Says a wrong value. Returns null if this caller makes no mistake here. */
export function sayWrongValue(caller: Caller, variable: Variable): string | null {
  if (!MISTAKABLE.has(variable.type)) return null;
  const right = sayValue(caller, variable);
  if (variable.type === "string" && !/\d/.test(right) && !CODE.test(descriptionOf(variable))) return null;
  const wrong = GENERATORS[variable.type](caller, variable, "wrong");
  return wrong === right ? null : wrong;
}
