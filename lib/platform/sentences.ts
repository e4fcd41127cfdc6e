import type { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;
type Issue<Code> = Extract<RawIssue, { code: Code }>;

/** How many, with thousands set apart as people write them. */
const figure = (n: number | bigint): string => n.toLocaleString("en");
const counted = (n: number | bigint, one: string, more: string): string =>
  `${figure(n)} ${Number(n) === 1 ? one : more}`;

const TYPES: Readonly<Record<string, string>> = {
  string: "Give text.",
  number: "Give a number.",
  int: "Give a whole number.",
  boolean: "Give true or false.",
  array: "Give a list.",
  object: "Give an object.",
  record: "Give an object.",
  null: "Give null.",
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "Give a time such as 2026-11-24T09:30:00.000Z.",
  date: "Give a date such as 2026-11-24.",
  time: "Give a time such as 09:30.",
  email: "Give an email address such as name@example.com.",
  url: "Give a whole address such as https://example.com/path.",
  e164: "Use the international form, such as +12125550123.",
};

type Unit = { verb: string; one: string; more: string };
/** What a limit counts; for all else it bounds the number itself. */
const UNITS: Readonly<Record<string, Unit>> = {
  string: { verb: "Use", one: "character", more: "characters" },
  array: { verb: "Give", one: "entry", more: "entries" },
  set: { verb: "Give", one: "entry", more: "entries" },
  map: { verb: "Give", one: "entry", more: "entries" },
  record: { verb: "Give", one: "entry", more: "entries" },
};

function tooSmall({ origin, minimum, inclusive = true, exact }: Issue<"too_small">): string {
  const unit = UNITS[origin];
  if (unit === undefined)
    return inclusive ? `Use ${figure(minimum)} or more.` : `Use more than ${figure(minimum)}.`;
  if (origin === "string" && Number(minimum) === 1) return "Write something.";
  return `${unit.verb} ${exact ? "exactly" : "at least"} ${counted(minimum, unit.one, unit.more)}.`;
}

function tooBig({ origin, maximum, inclusive = true, exact }: Issue<"too_big">): string {
  const unit = UNITS[origin];
  if (unit === undefined)
    return inclusive ? `Use ${figure(maximum)} or less.` : `Use less than ${figure(maximum)}.`;
  return `${unit.verb} ${exact ? "exactly" : "at most"} ${counted(maximum, unit.one, unit.more)}.`;
}

const oneOf = (choices: readonly unknown[]): string =>
  choices.length === 1 ? `Use ${String(choices[0])}.` : `Use one of: ${choices.map(String).join(", ")}.`;

/** The sentence for each kind of issue; what is not here is told in general. */
const SENTENCES: { [Code in RawIssue["code"]]?: (issue: Issue<Code>) => string } = {
  invalid_type: ({ expected }) => TYPES[expected] ?? "This is of the wrong type.",
  invalid_value: ({ values }) => oneOf(values),
  invalid_format: ({ format }) => FORMATS[format] ?? "This does not have the right form.",
  too_small: tooSmall,
  too_big: tooBig,
  not_multiple_of: ({ divisor }) => `Use a multiple of ${figure(divisor)}.`,
  unrecognized_keys: () => "This holds a field that is not known here.",
  invalid_union: (issue) =>
    "options" in issue && Array.isArray(issue.options) && issue.options.length > 0
      ? oneOf(issue.options)
      : "This has none of the forms that are taken here.",
  invalid_key: () => "A name in this is not valid.",
  invalid_element: () => "An entry of this is not valid.",
};

/** What is said of a field that is not there. */
export const REQUIRED = "This field is required.";

/**
 * What to do about a zod issue, for `safeParse(value, { error: sentence })`: with the limit in it, never with what was
 * sent. A message that a schema gives goes before it.
 */
export function sentence(issue: RawIssue): string {
  if (issue.input === undefined && issue.code !== "unrecognized_keys" && issue.code !== "custom")
    return REQUIRED;
  const tell = SENTENCES[issue.code] as ((issue: RawIssue) => string) | undefined;
  return tell?.(issue) ?? "This is not valid.";
}
