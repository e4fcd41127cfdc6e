import { canonical } from "./tokens";
import type { VariableType } from "./turn";
import { lookUp } from "./word-info";

/** How letters are written where a keyboard has them not. */
const SPELLED_OUT: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

const spellOut = (value: string): string =>
  value
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => SPELLED_OUT[letter] ?? letter);

/** "mueller" as "müller" is read: the matcher knows letters without their marks. */
const takeTogether = (chars: string): string =>
  chars.replace(/([aou])e|aa/g, (pair, letter) => letter ?? pair[0]);

/** Shorter words with another vowel are other words ("does", "dos"). */
const TOGETHER_MIN = 5;

/** A value in canonical form, as written, and with its umlauts spelled out or taken together; as written comes first. */
export function spellingsOf(value: string): string[] {
  const written = canonical(value);
  const spelledOut = canonical(spellOut(value));
  const together = written.length >= TOGETHER_MIN ? takeTogether(written) : written;
  return [...new Set([written, spelledOut, together])];
}

/** Shorter ones come out of other words and numbers by chance. */
const REVERSED_LETTERS_MIN = 4;
const REVERSED_DIGITS_MIN = 6;

const isLongEnough = (chars: string): boolean =>
  chars.length >= (/^[0-9]+$/.test(chars) ? REVERSED_DIGITS_MIN : REVERSED_LETTERS_MIN);

/** Forms from right to left, as a direction override or a joke writes them; not those that are words of their own. */
export function reversed(forms: ReadonlySet<string>, type: VariableType): string[] {
  if (type === "date" || type === "time" || type === "choice") return [];
  return [...forms]
    .filter(isLongEnough)
    .map((chars) => [...chars].reverse().join(""))
    .filter((chars) => !forms.has(chars) && lookUp(chars) === undefined);
}
