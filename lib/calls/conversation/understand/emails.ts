import type { ParsedUtterance, ValueMatch } from "./parsed-utterance";
import { between } from "./tokens";

const WRITTEN =
  /(?<![\w.%+-])[a-z0-9](?:[a-z0-9._%+-]{0,62}[a-z0-9])?@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*\.[a-z]{2,24}(?![\w-])/i;
const LABEL = /^[a-z0-9]+$/;
// A local part has at most 64 characters (RFC 5321), so it never has more words.
const MAX_WORDS = 64;

type Part = { text: string; tokens: number };

/** Joins two words of an address: a word ("dot"), or the character between them. */
function joinAt(utterance: ParsedUtterance, i: number, dots: boolean): Part | null {
  const { dot, joins } = utterance.phrases.emails;
  const text = utterance.tokens[i]?.text ?? "";
  if (dot.includes(text)) return { text: ".", tokens: 1 };
  if (!dots && Object.hasOwn(joins, text)) return { text: joins[text] ?? "", tokens: 1 };
  return null;
}

const signBetween = (utterance: ParsedUtterance, i: number): string | null =>
  /^[._+-]$/.exec(between(utterance.text, utterance.tokens, i))?.[0] ?? null;
const numberWord = (utterance: ParsedUtterance, text: string): string => {
  const digits = utterance.phrases.numbers.digits;
  return Object.hasOwn(digits, text) && text.length > 1 ? String(digits[text]) : text;
};
const single = (utterance: ParsedUtterance, i: number) =>
  numberWord(utterance, utterance.tokens[i]?.text ?? "").length === 1;

/** The local part that ends before token `at`, read backwards while its words are joined or spelled. */
function localBefore(utterance: ParsedUtterance, at: number): { text: string; start: number } | null {
  let i = at - 1;
  let text = numberWord(utterance, utterance.tokens[i]?.text ?? "");
  while (i > 0 && at - i < MAX_WORDS) {
    const sign = signBetween(utterance, i - 1);
    const join = joinAt(utterance, i - 1, false);
    if (sign) text = `${numberWord(utterance, utterance.tokens[i - 1]?.text ?? "")}${sign}${text}`;
    else if (join && i > 1)
      text = `${numberWord(utterance, utterance.tokens[i - 2]?.text ?? "")}${join.text}${text}`;
    else if (single(utterance, i) && single(utterance, i - 1))
      text = `${numberWord(utterance, utterance.tokens[i - 1]?.text ?? "")}${text}`;
    else break;
    i -= join && !sign ? 2 : 1;
  }
  const start = utterance.tokens[i]?.start;
  // Digits alone are the end of a name whose beginning ("jane one two") cannot be told from other words.
  return start === undefined || !/^(?!\d+$)[a-z0-9][a-z0-9._+-]*$/.test(text) ? null : { text, start };
}

/** The domain that begins at token i. */
function domainAt(utterance: ParsedUtterance, i: number): { text: string; end: number } | null {
  let at = i;
  let text = "";
  let dots = 0;
  for (;;) {
    const label = utterance.tokens[at];
    if (!label || !LABEL.test(label.text)) return null;
    text += numberWord(utterance, label.text);
    at++;
    if (signBetween(utterance, at - 1) === "." && utterance.tokens[at]) {
      text += ".";
      dots++;
      continue;
    }
    const join = joinAt(utterance, at, true);
    if (join && utterance.tokens[at + 1]) {
      text += join.text;
      at += join.tokens;
      dots++;
      continue;
    }
    if (dots === 0 && single(utterance, at - 1) && utterance.tokens[at]) continue;
    const end = utterance.tokens[at - 1]?.end;
    return dots === 0 || end === undefined || !/\.[a-z]{2,24}$/.test(text) ? null : { text, end };
  }
}

/** An address in lower case: written, or said as "jane dot doe at example dot test". */
export function findEmail(utterance: ParsedUtterance): ValueMatch | null {
  const writtenMatch = WRITTEN.exec(utterance.lower);
  if (writtenMatch)
    return {
      value: writtenMatch[0],
      start: writtenMatch.index,
      end: writtenMatch.index + writtenMatch[0].length,
    };
  for (let i = 1; i < utterance.tokens.length; i++) {
    if (!utterance.phrases.emails.at.includes(utterance.tokens[i]?.text ?? "")) continue;
    const domain = domainAt(utterance, i + 1);
    const local = domain && localBefore(utterance, i);
    if (local && domain)
      return { value: `${local.text}@${domain.text}`, start: local.start, end: domain.end };
  }
  return null;
}
