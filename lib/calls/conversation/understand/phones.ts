import { spelledRuns } from "./numbers";
import type { ParsedUtterance, ValueMatch } from "./parsed-utterance";

// E.164: at most 15 digits. The shortest numbers with a country code in use have 8.
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;
const NATIONAL_DIGITS = 10;
const DEFAULT_COUNTRY = "1";

/** Digits as dialled → E.164, or null. Ten digits are taken for North America; other numbers need their country code. */
function e164(digits: string, international: boolean): string | null {
  const plain = digits.startsWith("00") ? digits.slice(2) : digits;
  const abroad = international || plain.length < digits.length;
  if (plain.length < MIN_DIGITS || plain.length > MAX_DIGITS || plain.startsWith("0")) return null;
  if (abroad) return `+${plain}`;
  if (plain.length === NATIONAL_DIGITS) return /^[2-9]/.test(plain) ? `+${DEFAULT_COUNTRY}${plain}` : null;
  return plain.length > NATIONAL_DIGITS ? `+${plain}` : null;
}

const WRITTEN = /(?<![\p{L}\d])\+?\(?\d[\d\s().-]{5,22}\d(?![\p{L}\d])/gu;

function writtenPhones(utterance: ParsedUtterance): ValueMatch[] {
  return [...utterance.text.matchAll(WRITTEN)].flatMap((m) => {
    const value = e164(m[0].replace(/\D/g, ""), m[0].startsWith("+"));
    return value ? [{ value, start: m.index, end: m.index + m[0].length }] : [];
  });
}

function spokenPhones(utterance: ParsedUtterance): ValueMatch[] {
  return spelledRuns(utterance).flatMap((run) => {
    const before = utterance.tokens.filter((t) => t.end <= run.start).at(-1);
    const plus = before !== undefined && utterance.phrases.phones.plus.includes(before.text);
    const literal = utterance.text.slice(0, run.start).trimEnd().endsWith("+");
    const code = run.text.replace(/-/g, "");
    const value = /^\d+$/.test(code) ? e164(code, plus || literal) : null;
    return value ? [{ value, start: plus ? before.start : run.start, end: run.end }] : [];
  });
}

/** A telephone number in E.164, from figures or words. Two different ones are no answer. */
export function findPhone(utterance: ParsedUtterance): ValueMatch | null {
  const figures = writtenPhones(utterance);
  const matches = figures.length > 0 ? figures : spokenPhones(utterance);
  const [first] = matches;
  return first && matches.every((f) => f.value === first.value) ? first : null;
}
