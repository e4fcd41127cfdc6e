import { findChoice } from "./choices";
import { findDate } from "./dates";
import { findEmail } from "./emails";
import { findBoolean } from "./intents";
import { findNumber } from "./numbers";
import {
  excludeSpans,
  type ParsedUtterance,
  parseUtterance,
  type QuestionVariable,
  type Value,
  type ValueMatch,
} from "./parsed-utterance";
import { findPhone } from "./phones";
import { findString } from "./strings";
import { findTime } from "./times";

export { instantOf, wallClock } from "./calendar";
export { claimsOptOut } from "./claims";
export { intentOf } from "./intents";
export type { QuestionVariable as Asked, Value, ValueMatch as Found } from "./parsed-utterance";
export { asksForPersonName, personNameIn } from "./person-names";
export type { Intent } from "./phrases";
export { isNo, isYes, takesBack } from "./replies";
export { asksForStatement, expectsDigits } from "./strings";
export { mainTalk, splitClauses, type TalkSegment, talkSegments, withoutTalk } from "./talk";
export type { Talk } from "./talk-words";
export { stems, tokensOf } from "./tokens";
export { type Wishes, wishesIn } from "./wishes";

type Finder = (variable: QuestionVariable, utterance: ParsedUtterance) => ValueMatch | null;

const FINDERS: Record<QuestionVariable["type"], Finder> = {
  string: findString,
  number: (_, utterance) => findNumber(utterance),
  boolean: (_, utterance) => findBoolean(utterance),
  date: (_, utterance) => findDate(utterance),
  time: (_, utterance) => {
    const day = findDate({ ...utterance, isAnswer: false });
    return findTime(day ? excludeSpans(utterance, [day]) : utterance);
  },
  phone: (_, utterance) => findPhone(utterance),
  email: (_, utterance) => findEmail(utterance),
  choice: findChoice,
};

/**
 * Finds the value that an utterance gives in answer to a question for the variable, and its position (UTF-16
 * offsets). `now` is the caller's local time, in the UTC fields of the date. Values are normalized: dates
 * `2026-11-24`, times `14:30`, telephone numbers E.164, addresses in lower case, a choice as the agent spells
 * it. Null for an ambiguous value.
 */
export const understandAt = (
  variable: QuestionVariable,
  text: string,
  now: Date,
  language = "en",
): ValueMatch | null => FINDERS[variable.type](variable, parseUtterance(text, now, true, language));

/** As `understandAt`, the value alone. */
export function understand(
  variable: QuestionVariable,
  text: string,
  now: Date,
  language = "en",
): { value: Value } | null {
  const match = understandAt(variable, text, now, language);
  return match && { value: match.value };
}

/** Types whose values show what they are, so that they are believed without having been asked for. */
const VOLUNTEERED: ReadonlySet<QuestionVariable["type"]> = new Set([
  "date",
  "time",
  "email",
  "phone",
  "choice",
]);

/**
 * Finds the value of a variable that was not asked for, if it is unambiguous; `taken` are spans that were
 * understood as something else.
 */
export function volunteered(
  variable: QuestionVariable,
  text: string,
  now: Date,
  usedSpans: readonly { start: number; end: number }[],
  language = "en",
): ValueMatch | null {
  if (!VOLUNTEERED.has(variable.type)) return null;
  return FINDERS[variable.type](
    variable,
    excludeSpans(parseUtterance(text, now, false, language), usedSpans),
  );
}
