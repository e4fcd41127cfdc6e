import { isMailbox, plainWords } from "./normalize-words";

/** Explicit refusals of a recording, in English, as a transcriber writes them. They count at any time. */
const REFUSALS = [
  /(?<!\b(?:don't|do not|never|not) )\b(?:stop|quit|cease) recording\b/,
  /\b(?:don't|do not|never|rather (?:you )?(?:not|didn't|did not|don't|do not)|prefer (?:you |that you )?(?:not|didn't|did not|don't|do not))(?: be| to| be to)?(?: you)? record(?:ed|ing)?\b/,
  /\b(?:not|[a-z]{2,8}n't) (?:want|wish|like|agree|consent|allow|permit|authorize|give)\b.{0,30}\b(?:recorded|recording|to record|record (?:me|this|it|us))\b/,
  /\b(?:not|[a-z]{2,8}n't) (?:okay|ok|comfortable|happy|fine|cool|alright|all right) (?:with|about) (?:you )?(?:being recorded|(?:the |this |that |a )?recording|recording)\b/,
  /\b(?:object|refuse|decline)\b.{0,20}\brecord(?:ed|ing)\b/,
  /\bno recordings?\b/,
  /\bwithout (?:a |the |being |any )?record(?:ing|ed)\b/,
  /\b(?:turn|switch|shut) (?:off (?:the |that |this )?record(?:ing|er)|(?:the |that |this )?record(?:ing|er) off)\b/,
  /(?<!\b(?:don't|do not|never|not) )\b(?:stop|end|cancel|delete|disable) (?:the|this|that|your) recording\b/,
  /\b(?:not|never|[a-z]{2,8}n't) (?:be )?record(?:ed|ing)? (?:me|this|the call|this call|us)\b/,
];

/** Whether these words refuse a recording, regardless of the question. A mailbox's own words never do. */
export const isRefusal = (text: string): boolean => {
  const words = plainWords(text);
  return !isMailbox(words) && REFUSALS.some((refusal) => refusal.test(words));
};
