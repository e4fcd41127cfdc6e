import { DIGITS, TEENS } from "@/lib/masking/number-words";
import type { Persona } from "./personas";

/** Whole numbers that people rather say than write. */
const LARGEST_SAID = 12;
const WORDS = [...DIGITS, ...TEENS].slice(0, LARGEST_SAID + 1);
const TIMES: Readonly<Record<number, string>> = { 2: "double", 3: "triple" };

const wordOf = (digit: string): string => (digit === "0" ? "oh" : (WORDS[Number(digit)] ?? digit));

/** A run of one digit: "double five"; four of them are two pairs. */
function runOf(run: string): string {
  const times = TIMES[run.length];
  if (times !== undefined) return `${times} ${wordOf(run.charAt(0))}`;
  return run.length > 3 ? `${runOf(run.slice(0, 2))} ${runOf(run.slice(2))}` : wordOf(run);
}

/** Groups of digits as somebody says or types them. */
export function sayDigits(groups: readonly string[], how: Persona["digits"]): string {
  if (how === "figures") return groups.join(" ");
  const said = (group: string) =>
    how === "words"
      ? [...group].map(wordOf).join(" ")
      : [...group.matchAll(/(\d)\1*/g)].map(([run]) => runOf(run)).join(" ");
  return groups.map(said).join(how === "words" ? " " : ", ");
}

/** A whole number in words, up to twelve. */
export const sayNumber = (value: number): string => WORDS[value] ?? String(value);
