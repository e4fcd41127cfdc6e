/** Longest pattern. A number in E.164 has 16 characters. */
export const MAX_PATTERN = 64;

/** A number or extension: digits, `x` for any digit, and an optional `*` at the end. */
const NUMBER_PATTERN = /^\+?[0-9x]*\*?$/;
/** A user name, which is matched exactly. */
const NAME_PATTERN = /^[A-Za-z0-9._-]+$/;
/** A number in E.164 whose plus the trunk may have left out. */
const BARE_NUMBER = /^[0-9]{5,15}$/;

/** Whether a text is a pattern of called numbers: `+49221*`, `+492211234567`, `1xx`, `*` or `sales`. */
export const isCalledPattern = (text: string): boolean =>
  text.length > 0 &&
  text.length <= MAX_PATTERN &&
  text !== "+" &&
  (NUMBER_PATTERN.test(text) || NAME_PATTERN.test(text));

/** The called number of a user part: `+12125550123`, or the same digits without the plus. Other user parts are unchanged. */
export const calledNumberOf = (user: string): string => (BARE_NUMBER.test(user) ? `+${user}` : user);

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= "0" && character <= "9";

/**
 * Whether a pattern matches the user part of a called address. A pattern with a plus is compared with the number in E.164, all
 * others with the user part as the trunk sends it. It compares each character once: no pattern is slow.
 */
export function matchesPattern(pattern: string, user: string): boolean {
  const called = pattern.startsWith("+") ? calledNumberOf(user) : user;
  if (!NUMBER_PATTERN.test(pattern)) return called === pattern;
  const isOpen = pattern.endsWith("*");
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? called.length < fixed.length : called.length !== fixed.length) return false;
  for (let index = 0; index < fixed.length; index++) {
    const isMatch = fixed[index] === "x" ? isDigit(called[index]) : called[index] === fixed[index];
    if (!isMatch) return false;
  }
  return true;
}

/** How exactly a pattern describes a number: fixed characters, then placeholders, then whether its length is fixed. */
type Specificity = readonly [fixed: number, placeholders: number, isClosed: number];

function specificityOf(pattern: string): Specificity {
  if (!NUMBER_PATTERN.test(pattern)) return [pattern.length, 0, 1];
  const digits = pattern.replaceAll(/[+*]/g, "");
  const placeholders = digits.split("x").length - 1;
  return [digits.length - placeholders, placeholders, pattern.endsWith("*") ? 0 : 1];
}

/** Orders patterns: the more specific one first. Zero for equally specific ones, whose order in the list decides. */
export function compareSpecificity(a: string, b: string): number {
  const [left, right] = [specificityOf(a), specificityOf(b)];
  const difference = left.map((value, index) => (right[index] ?? 0) - value).find((value) => value !== 0);
  return difference ?? 0;
}
