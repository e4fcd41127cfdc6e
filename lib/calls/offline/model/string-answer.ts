import type { ModelVariable } from "@/lib/calls/conversation/model-contract";
import {
  asksForPersonName,
  asksForStatement,
  personNameIn,
  splitClauses,
  type TalkSegment,
  talkSegments,
  understand,
  withoutTalk,
} from "@/lib/calls/conversation/understand";
import type { DialogContext } from "./state";

/** The first clauses of longer text are enough: no one gives a name behind them. */
const MAX_CLAUSES = 12;

const read = (variable: ModelVariable, text: string, dialog: DialogContext): string | null => {
  const value = understand(variable, text, dialog.now, dialog.language)?.value;
  return typeof value === "string" ? value : null;
};

type Name = ReturnType<typeof personNameIn>;

/** A name that is written as one ("Ada", "Robert de Niro"). */
const isWritten = (name: string): boolean =>
  name.split(" ").every((word, n, all) => (n > 0 && n < all.length - 1) || /^\p{Lu}/u.test(word));
const isLong = (name: string): boolean => name.includes(" ");

/** A person's name: the whole text, else the first clause that is certainly one ("Ada, as I said"). */
function nameIn(variable: ModelVariable, text: string, dialog: DialogContext): Name {
  const nameOf = (part: string): Name => {
    const answer = read(variable, part, dialog);
    return answer === null ? null : personNameIn({ text: part, answer }, dialog.language);
  };
  const whole = nameOf(text);
  if (whole !== null) return whole;
  const clauses = splitClauses(text, dialog.language);
  if (clauses.length < 2) return null;
  const names = clauses.slice(0, MAX_CLAUSES).map(nameOf);
  const isCertain = (name: Name, n: number): boolean =>
    name !== null && (name.isIntroduced || isWritten(name.name) || (n === 0 && isLong(name.name)));
  return names.find(isCertain) ?? null;
}

/** Words behind such talk can belong to it: "I want a table in Paris, Texas". */
const CONTINUED: ReadonlySet<TalkSegment["talk"]> = new Set([
  "intent",
  "topic",
  "question",
  "availability",
  "identity",
]);

/** A person's name beside talk. Behind a request or a question it must be introduced, or written as a whole name. */
function personName(
  variable: ModelVariable,
  segments: readonly TalkSegment[],
  dialog: DialogContext,
): string | null {
  const request = segments.findIndex(({ talk }) => CONTINUED.has(talk));
  const parts = request < 0 ? [segments, []] : [segments.slice(0, request), segments.slice(request)];
  const [before = null, after = null] = parts.map((part) => {
    const words = part.filter(({ talk }) => talk === null).map(({ text }) => text.trim());
    return nameIn(variable, words.join(" "), dialog);
  });
  if (before !== null) return before.name;
  const isCertain = after !== null && (after.isIntroduced || (isLong(after.name) && isWritten(after.name)));
  return isCertain ? after.name : null;
}

/** Talk that is no part of a short answer. A request with a number can contain one: "change it to 12 Main Street". */
const isBesideShortAnswer = ({ talk, text }: TalkSegment): boolean =>
  talk !== "topic" && !(talk === "intent" && /\d/.test(text));

/** The answer to a question for free words. Null for talk that answers nothing: a greeting, a request, a question. */
export function stringAnswer(variable: ModelVariable, text: string, dialog: DialogContext): string | null {
  const segments = talkSegments(text, dialog.language);
  if (asksForPersonName(variable, dialog.language)) return personName(variable, segments, dialog);
  if (!asksForStatement(variable, dialog.language))
    return read(variable, withoutTalk(text, segments, isBesideShortAnswer), dialog);
  const isTalkOnly = segments.every(({ talk }) => talk !== null && talk !== "intent" && talk !== "topic");
  return isTalkOnly ? null : read(variable, text, dialog);
}
