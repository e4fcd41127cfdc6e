import type { z } from "zod";
import type { MessageParams } from "@/lib/platform/errors";

type RawIssue = z.core.$ZodRawIssue;
type Issue<Code> = Extract<RawIssue, { code: Code }>;

/** A number with thousands separators. */
const formatNumber = (n: number | bigint): string => n.toLocaleString("en");
const formatCount = (n: number | bigint, singular: string, plural: string): string =>
  `${formatNumber(n)} ${Number(n) === 1 ? singular : plural}`;

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
  url: "Give a full URL such as https://example.com/path.",
  e164: "Use the international form, such as +12125550123.",
};

type LimitUnit = { verb: string; singular: string; plural: string };
/** The unit of a limit, by the kind of value. A limit of any other kind bounds the number itself. */
const UNITS: Readonly<Record<string, LimitUnit>> = {
  string: { verb: "Use", singular: "character", plural: "characters" },
  array: { verb: "Give", singular: "entry", plural: "entries" },
  set: { verb: "Give", singular: "entry", plural: "entries" },
  map: { verb: "Give", singular: "entry", plural: "entries" },
  record: { verb: "Give", singular: "entry", plural: "entries" },
};

function tooSmall({ origin, minimum, inclusive = true, exact }: Issue<"too_small">): string {
  const unit = UNITS[origin];
  if (unit === undefined)
    return inclusive ? `Use ${formatNumber(minimum)} or more.` : `Use more than ${formatNumber(minimum)}.`;
  if (origin === "string" && Number(minimum) === 1) return "Write something.";
  return `${unit.verb} ${exact ? "exactly" : "at least"} ${formatCount(minimum, unit.singular, unit.plural)}.`;
}

function tooBig({ origin, maximum, inclusive = true, exact }: Issue<"too_big">): string {
  const unit = UNITS[origin];
  if (unit === undefined)
    return inclusive ? `Use ${formatNumber(maximum)} or less.` : `Use less than ${formatNumber(maximum)}.`;
  return `${unit.verb} ${exact ? "exactly" : "at most"} ${formatCount(maximum, unit.singular, unit.plural)}.`;
}

const formatChoices = (choices: readonly unknown[]): string =>
  choices.length === 1 ? `Use ${String(choices[0])}.` : `Use one of: ${choices.map(String).join(", ")}.`;

/** The message for each kind of issue. Other kinds get a general message. */
const MESSAGES: { [Code in RawIssue["code"]]?: (issue: Issue<Code>) => string } = {
  invalid_type: ({ expected }) => TYPES[expected] ?? "This has the wrong type.",
  invalid_value: ({ values }) => formatChoices(values),
  invalid_format: ({ format }) => FORMATS[format] ?? "This has the wrong format.",
  too_small: tooSmall,
  too_big: tooBig,
  not_multiple_of: ({ divisor }) => `Use a multiple of ${formatNumber(divisor)}.`,
  unrecognized_keys: () => "This contains an unknown field.",
  invalid_union: (issue) =>
    "options" in issue && Array.isArray(issue.options) && issue.options.length > 0
      ? formatChoices(issue.options)
      : "This has none of the accepted forms.",
  invalid_key: () => "A key of this object is not valid.",
  invalid_element: () => "An entry of this list is not valid.",
};

/** The message for a missing field. */
export const REQUIRED_MESSAGE = "This field is required.";

/**
 * The message for a zod issue, for `safeParse(value, { error: validationMessage })`. It names the limit and
 * never repeats the value. A message in the schema takes precedence.
 */
export function validationMessage(issue: RawIssue): string {
  if (issue.input === undefined && issue.code !== "unrecognized_keys" && issue.code !== "custom")
    return REQUIRED_MESSAGE;
  const describeIssue = MESSAGES[issue.code] as ((issue: RawIssue) => string) | undefined;
  return describeIssue?.(issue) ?? "This is not valid.";
}

/** The parameters of a list of choices. */
const choiceParams = (choices: readonly unknown[]): MessageParams => ({
  count: choices.length,
  choices: choices.map(String).join(", "),
});

type Bound = { kind: "text" | "list" | "number"; isInclusive: boolean; isExact: boolean };
const boundOf = ({
  origin,
  inclusive = true,
  exact = false,
}: Issue<"too_small"> | Issue<"too_big">): Bound => ({
  kind: origin === "string" ? "text" : UNITS[origin] === undefined ? "number" : "list",
  isInclusive: inclusive,
  isExact: exact,
});

/** The JSON Schema keyword of a limit. */
function limitRule({ kind, isInclusive, isExact }: Bound, side: "min" | "max"): string {
  if (kind === "number")
    return isInclusive ? `${side}imum` : `exclusive${side === "min" ? "Min" : "Max"}imum`;
  return `${isExact ? "exact" : side}${kind === "text" ? "Length" : "Items"}`;
}

const ruleOf = (rules: Readonly<Record<string, string>>, name: string): MessageParams => ({
  rule: Object.hasOwn(rules, name) ? name : "other",
});

const PARAMS: { [Code in RawIssue["code"]]?: (issue: Issue<Code>) => MessageParams } = {
  invalid_type: ({ expected }) => ruleOf(TYPES, expected === "record" ? "object" : expected),
  invalid_value: ({ values }) => choiceParams(values),
  invalid_format: ({ format }) => ruleOf(FORMATS, format),
  too_small: (issue) => ({ rule: limitRule(boundOf(issue), "min"), limit: Number(issue.minimum) }),
  too_big: (issue) => ({ rule: limitRule(boundOf(issue), "max"), limit: Number(issue.maximum) }),
  not_multiple_of: ({ divisor }) => ({ divisor: Number(divisor) }),
  invalid_union: (issue) =>
    choiceParams("options" in issue && Array.isArray(issue.options) ? issue.options : []),
  invalid_key: () => ({}),
  invalid_element: () => ({}),
};

/**
 * The parameters of the message for a zod issue; undefined if the schema has its own message. `rule` selects a variant
 * of the message: the expected type, the format, or the JSON Schema keyword of the limit.
 */
export function validationParams(issue: z.core.$ZodIssue): MessageParams | undefined {
  const raw = { ...issue, input: null } as RawIssue;
  if (issue.message !== validationMessage(raw)) return undefined;
  const paramsOf = PARAMS[issue.code] as ((issue: RawIssue) => MessageParams) | undefined;
  return paramsOf?.(raw);
}
