import { canonicalize } from "./tokens";
import type { VariableType } from "./turn";
import { lookUpWord } from "./word-info";

/** Replacements of letters that are missing on a keyboard. */
const SPELLED_OUT: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

const spellOut = (value: string): string =>
  value
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => SPELLED_OUT[letter] ?? letter);

/** Turns "mueller" into "muller", the canonical form of "müller". */
const takeTogether = (chars: string): string =>
  chars.replace(/([aou])e|aa/g, (pair, letter) => letter ?? pair[0]);

/** In a shorter word, one vowel less makes another word ("does", "dos"). */
const TOGETHER_MIN = 5;

/** The canonical forms of a value: as written (first), and with umlauts spelled out ("ue") or contracted ("u"). */
export function spellingsOf(value: string): string[] {
  const spelling = canonicalize(value);
  const spelledOut = canonicalize(spellOut(value));
  const spellings = spelling.length >= TOGETHER_MIN ? takeTogether(spelling) : spelling;
  return [...new Set([spelling, spelledOut, spellings])];
}

/** Shorter reversed forms match other words and numbers by chance. */
const REVERSED_LETTERS_MIN = 4;
const REVERSED_DIGITS_MIN = 6;

const isLongEnough = (chars: string): boolean =>
  chars.length >= (/^[0-9]+$/.test(chars) ? REVERSED_DIGITS_MIN : REVERSED_LETTERS_MIN);

/** Reverses the forms, as a direction override or a joke shows them. Leaves out reversed forms that are ordinary words. */
export function reverseForms(forms: ReadonlySet<string>, type: VariableType): string[] {
  if (type === "date" || type === "time" || type === "choice") return [];
  return [...forms]
    .filter(isLongEnough)
    .map((chars) => [...chars].reverse().join(""))
    .filter((chars) => !forms.has(chars) && lookUpWord(chars) === undefined);
}
