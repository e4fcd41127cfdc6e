import type { ModelVariable } from "@/lib/calls/conversation/model-contract";
import {
  type Found,
  stems,
  type TalkSegment,
  understandAt,
  volunteered,
  withoutTalk,
} from "@/lib/calls/conversation/understand";
import type { Script } from "./phrases";
import type { DialogContext } from "./state";

const CHATTER: ReadonlySet<TalkSegment["talk"]> = new Set([
  "greeting",
  "small_talk",
  "question",
  "identity",
  "repeat",
  "waiting",
]);
/** Talk in which no value is looked for. */
export const isChatter = ({ talk }: TalkSegment): boolean => CHATTER.has(talk);

// Shorter stems are in every sentence.
const MIN_STEM_CHARS = 4;

/** Whether words repeat a telling word of the question: "I have an account" to "whether you have an account". */
function repeatsQuestion(text: string, { name, description }: ModelVariable, script: Script): boolean {
  const telling = stems(`${name.replaceAll("_", " ")} ${description}`).filter(
    (stem) => stem.length >= MIN_STEM_CHARS && !script.commonWords.includes(stem),
  );
  return stems(text).some((stem) => telling.includes(stem));
}

// A number within a request is a code from this length on: "a table for two" contains none.
const MIN_CODE_CHARS = 3;

/** A code of digits or letters. */
function codeAnswer(
  question: ModelVariable,
  answerText: string,
  segments: readonly TalkSegment[],
  { now, language }: DialogContext,
): Found | null {
  const match = understandAt(question, answerText, now, language);
  const isRequest = segments.some(({ talk }) => talk === "intent" || talk === "topic");
  if (match === null || !isRequest || String(match.value).length >= MIN_CODE_CHARS) return match;
  const besideRequest = withoutTalk(
    answerText,
    segments.filter((segment) => !isChatter(segment)),
    ({ talk }) => talk === "intent" || talk === "topic",
  );
  return besideRequest.includes(answerText.slice(match.start, match.end)) ? match : null;
}

/** The answer to a question of a type other than free words. */
export function typedAnswer(
  question: ModelVariable,
  answerText: string,
  segments: readonly TalkSegment[],
  dialog: DialogContext,
): Found | null {
  const { now, language } = dialog;
  // "I would like to book" is no yes.
  if (question.type === "boolean") {
    const text = withoutTalk(
      answerText,
      segments.filter((segment) => !isChatter(segment)),
      (segment) => segment.talk !== "correction" && !repeatsQuestion(segment.text, question, dialog.script),
    );
    return understandAt(question, text, now, language);
  }
  if (question.type === "string") return codeAnswer(question, answerText, segments, dialog);
  // "I want to talk about my last visit" is not the last choice.
  const isRequest = question.type === "choice" && segments.some(({ talk }) => talk === "intent");
  return isRequest
    ? volunteered(question, answerText, now, [], language)
    : understandAt(question, answerText, now, language);
}
