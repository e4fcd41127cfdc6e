import type { ParsedUtterance, ValueMatch } from "./parsed-utterance";
import { parseUtterance } from "./parsed-utterance";
import type { Intent } from "./phrases";

/** Lower case without punctuation at the ends and with single spaces, as the patterns expect it. */
const plain = (utterance: ParsedUtterance): string =>
  utterance.lower
    .replace(/(?<![.!?;:,])[.!?;:,]+(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();

const fits = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** Yes or no. What says both ("yes, but it is not right") begins with what counts. */
export function findBoolean(utterance: ParsedUtterance): ValueMatch | null {
  const text = plain(utterance);
  const yes = fits(utterance.phrases.yes, text);
  const no = fits(utterance.phrases.no, text);
  if (!yes && !no) return null;
  const begins = (patterns: readonly RegExp[]) => patterns.some((p) => text.search(p) === 0);
  const value = yes && no ? begins(utterance.phrases.yes) && !begins(utterance.phrases.no) : yes;
  return { value, start: 0, end: utterance.text.length };
}

/** The caller's request, after any question; null if the utterance is only an answer or talk. */
export function intentOf(text: string, language = "en"): Intent | null {
  const utterance = parseUtterance(text, new Date(0), true, language);
  const words = plain(utterance);
  const intent = utterance.phrases.intents.find(({ patterns }) => fits(patterns, words));
  if (intent) return intent.intent;
  const answer = findBoolean(utterance);
  return answer === null ? null : answer.value === true ? "yes" : "no";
}
