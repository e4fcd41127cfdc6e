import type { Found, Heard } from "./heard";
import { between } from "./tokens";

const WRITTEN =
  /(?<![\w.%+-])[a-z0-9](?:[a-z0-9._%+-]{0,62}[a-z0-9])?@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*\.[a-z]{2,24}(?![\w-])/i;
const LABEL = /^[a-z0-9]+$/;
// A local part has at most 64 characters (RFC 5321), so it never has more words.
const MAX_WORDS = 64;

type Part = { text: string; tokens: number };

/** What joins two words of an address: a word ("dot"), or the sign itself between them. */
function joinAt(heard: Heard, i: number, dots: boolean): Part | null {
  const { dot, joins } = heard.phrases.emails;
  const text = heard.tokens[i]?.text ?? "";
  if (dot.includes(text)) return { text: ".", tokens: 1 };
  if (!dots && Object.hasOwn(joins, text)) return { text: joins[text] ?? "", tokens: 1 };
  return null;
}

const signBetween = (heard: Heard, i: number): string | null =>
  /^[._+-]$/.exec(between(heard.text, heard.tokens, i))?.[0] ?? null;
const numberWord = (heard: Heard, text: string): string => {
  const digits = heard.phrases.numbers.digits;
  return Object.hasOwn(digits, text) && text.length > 1 ? String(digits[text]) : text;
};
const single = (heard: Heard, i: number) => numberWord(heard, heard.tokens[i]?.text ?? "").length === 1;

/** The local part that ends before token `at`, read backwards while its words are joined or spelled. */
function localBefore(heard: Heard, at: number): { text: string; start: number } | null {
  let i = at - 1;
  let text = numberWord(heard, heard.tokens[i]?.text ?? "");
  while (i > 0 && at - i < MAX_WORDS) {
    const sign = signBetween(heard, i - 1);
    const join = joinAt(heard, i - 1, false);
    if (sign) text = `${numberWord(heard, heard.tokens[i - 1]?.text ?? "")}${sign}${text}`;
    else if (join && i > 1) text = `${numberWord(heard, heard.tokens[i - 2]?.text ?? "")}${join.text}${text}`;
    else if (single(heard, i) && single(heard, i - 1))
      text = `${numberWord(heard, heard.tokens[i - 1]?.text ?? "")}${text}`;
    else break;
    i -= join && !sign ? 2 : 1;
  }
  const start = heard.tokens[i]?.start;
  // Digits alone are the end of a name whose beginning ("jane one two") cannot be told from other words.
  return start === undefined || !/^(?!\d+$)[a-z0-9][a-z0-9._+-]*$/.test(text) ? null : { text, start };
}

/** The domain that begins at token i. */
function domainAt(heard: Heard, i: number): { text: string; end: number } | null {
  let at = i;
  let text = "";
  let dots = 0;
  for (;;) {
    const label = heard.tokens[at];
    if (!label || !LABEL.test(label.text)) return null;
    text += numberWord(heard, label.text);
    at++;
    if (signBetween(heard, at - 1) === "." && heard.tokens[at]) {
      text += ".";
      dots++;
      continue;
    }
    const join = joinAt(heard, at, true);
    if (join && heard.tokens[at + 1]) {
      text += join.text;
      at += join.tokens;
      dots++;
      continue;
    }
    if (dots === 0 && single(heard, at - 1) && heard.tokens[at]) continue;
    const end = heard.tokens[at - 1]?.end;
    return dots === 0 || end === undefined || !/\.[a-z]{2,24}$/.test(text) ? null : { text, end };
  }
}

/** An address in lower case: written, or said as "jane dot doe at example dot test". */
export function findEmail(heard: Heard): Found | null {
  const written = WRITTEN.exec(heard.lower);
  if (written) return { value: written[0], start: written.index, end: written.index + written[0].length };
  for (let i = 1; i < heard.tokens.length; i++) {
    if (!heard.phrases.emails.at.includes(heard.tokens[i]?.text ?? "")) continue;
    const domain = domainAt(heard, i + 1);
    const local = domain && localBefore(heard, i);
    if (local && domain)
      return { value: `${local.text}@${domain.text}`, start: local.start, end: domain.end };
  }
  return null;
}
