import { findChoice } from "./choices";
import { findDate } from "./dates";
import { findEmail } from "./emails";
import { type Asked, type Found, type Heard, hear, type Value, without } from "./heard";
import { findBoolean } from "./intents";
import { findNumber } from "./numbers";
import { findPhone } from "./phones";
import { findString } from "./strings";
import { findTime } from "./times";

export { instantOf, wallClock } from "./calendar";
export { claimsOptOut } from "./claims";
export type { Asked, Found, Value } from "./heard";
export { intentOf } from "./intents";
export type { Intent } from "./phrases";
export { isNo, isYes, takesBack } from "./replies";
export { expectsDigits } from "./strings";
export { stems, tokensOf } from "./tokens";
export { type Wishes, wishesIn } from "./wishes";

type Finder = (variable: Asked, heard: Heard) => Found | null;

const FINDERS: Record<Asked["type"], Finder> = {
  string: findString,
  number: (_, heard) => findNumber(heard),
  boolean: (_, heard) => findBoolean(heard),
  date: (_, heard) => findDate(heard),
  time: (_, heard) => {
    const day = findDate({ ...heard, asked: false });
    return findTime(day ? without(heard, [day]) : heard);
  },
  phone: (_, heard) => findPhone(heard),
  email: (_, heard) => findEmail(heard),
  choice: findChoice,
};

/**
 * The value that an utterance gives in answer to a question for the variable, and where it says it (UTF-16
 * offsets). `now` is the caller's wall clock, in the UTC fields of the date. Values are normalised: dates
 * `2026-11-24`, times `14:30`, telephone numbers E.164, addresses in lower case, a choice as it is spelled in
 * the agent. What is ambiguous is not understood: null.
 */
export const understandAt = (variable: Asked, text: string, now: Date, language = "en"): Found | null =>
  FINDERS[variable.type](variable, hear(text, now, true, language));

/** As `understandAt`, the value alone. */
export function understand(
  variable: Asked,
  text: string,
  now: Date,
  language = "en",
): { value: Value } | null {
  const found = understandAt(variable, text, now, language);
  return found && { value: found.value };
}

/** Types whose values show what they are, so that they are believed without having been asked for. */
const VOLUNTEERED: ReadonlySet<Asked["type"]> = new Set(["date", "time", "email", "phone", "choice"]);

/**
 * The value of a variable that nobody asked for, where the utterance says it beyond doubt; `taken` are spans
 * that were understood as something else.
 */
export function volunteered(
  variable: Asked,
  text: string,
  now: Date,
  taken: readonly { start: number; end: number }[],
  language = "en",
): Found | null {
  if (!VOLUNTEERED.has(variable.type)) return null;
  return FINDERS[variable.type](variable, without(hear(text, now, false, language), taken));
}
