import { DIGITS, TEENS } from "@/lib/masking/number-words";
import type { Persona } from "./personas";

/** Up to this number, people say a word. */
const MAX_SPOKEN_NUMBER = 12;
const WORDS = [...DIGITS, ...TEENS].slice(0, MAX_SPOKEN_NUMBER + 1);
const REPEAT_WORDS: Readonly<Record<number, string>> = { 2: "double", 3: "triple" };

const wordOf = (digit: string): string => (digit === "0" ? "oh" : (WORDS[Number(digit)] ?? digit));

/** Says a run of one digit: "double five"; four of them are two pairs. */
function runOf(run: string): string {
  const repeatWord = REPEAT_WORDS[run.length];
  if (repeatWord !== undefined) return `${repeatWord} ${wordOf(run.charAt(0))}`;
  return run.length > 3 ? `${runOf(run.slice(0, 2))} ${runOf(run.slice(2))}` : wordOf(run);
}

/** Says or types groups of digits in a style. */
export function sayDigits(groups: readonly string[], style: Persona["digits"]): string {
  if (style === "figures") return groups.join(" ");
  const sayGroup = (group: string) =>
    style === "words"
      ? [...group].map(wordOf).join(" ")
      : [...group.matchAll(/(\d)\1*/g)].map(([run]) => runOf(run)).join(" ");
  return groups.map(sayGroup).join(style === "words" ? " " : ", ");
}

/** Says a whole number in words, up to twelve. */
export const sayNumber = (value: number): string => WORDS[value] ?? String(value);
