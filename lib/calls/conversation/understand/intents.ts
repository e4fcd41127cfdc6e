import type { Found, Heard } from "./heard";
import { hear } from "./heard";
import type { Intent } from "./phrases";

/** Lower case without punctuation at the ends and with single spaces, as the patterns expect it. */
const plain = (heard: Heard): string =>
  heard.lower
    .replace(/(?<![.!?;:,])[.!?;:,]+(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();

const fits = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** Yes or no. What says both ("yes, but it is not right") begins with what counts. */
export function findBoolean(heard: Heard): Found | null {
  const text = plain(heard);
  const yes = fits(heard.phrases.yes, text);
  const no = fits(heard.phrases.no, text);
  if (!yes && !no) return null;
  const begins = (patterns: readonly RegExp[]) => patterns.some((p) => text.search(p) === 0);
  const value = yes && no ? begins(heard.phrases.yes) && !begins(heard.phrases.no) : yes;
  return { value, start: 0, end: heard.text.length };
}

/** What the caller wants, whatever was asked; null when the utterance is no more than an answer or talk. */
export function intentOf(text: string, language = "en"): Intent | null {
  const heard = hear(text, new Date(0), true, language);
  const said = plain(heard);
  const found = heard.phrases.intents.find(({ patterns }) => fits(patterns, said));
  if (found) return found.intent;
  const answer = findBoolean(heard);
  return answer === null ? null : answer.value === true ? "yes" : "no";
}
