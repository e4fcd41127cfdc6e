import { foldLookalikes } from "@/lib/masking";
import { isMisspelled } from "./misspelled";

/** Key words of an opt-out that are recognized with one wrong letter. Shorter words have too many real neighbors. */
const KEY_WORDS =
  `calling texting contacting messaging phoning harassing bothering spamming pestering remove delete erase
  unsubscribe number again contact consent communication harassment permission database please desist never`.split(
    /\s+/,
  );
/** English words that are one letter away from a key word. */
const REAL_NEIGHBORS: ReadonlySet<string> = new Set(
  `balling falling galling hauling walling palling calming culling callings ceiling testing tenting contracting massaging
   messing mothering brothering remote remover removed removes removal deleted deletes deplete delate erased
   eraser erases unsubscribed unsubscribes subscribe numbers lumber cumber umber numbed gain against agains agape
   contacts contract contents content convent consents assent contest permissions databases pleased pleases pleas
   desists persist resist lever fever sever newer nerve ever lease honing cabling sexting dumber stamping scamming slamming spanning swimming shamming
   cramming festering pestered communications communion harassments numeral chatting`.split(/\s+/),
);
/** Spellings of short key words, which an edit distance would confuse with real words ("shop", "step"). */
const SPELLINGS: Readonly<Record<string, string>> = {
  stap: "stop",
  stahp: "stop",
  stawp: "stop",
  stpo: "stop",
  sotp: "stop",
  tsop: "stop",
  stopp: "stop",
  sstop: "stop",
  sttop: "stop",
  dtop: "stop",
  styop: "stop",
  stiop: "stop",
  quitt: "quit",
  qiut: "quit",
  lsit: "list",
  lisst: "list",
  calll: "call",
  clal: "call",
  txt: "text",
  txts: "texts",
  txting: "texting",
  msg: "message",
  msgs: "messages",
  nmber: "number",
  numbr: "number",
  caling: "calling",
  callng: "calling",
};
/** Words that are recognized where they are spelled letter by letter, drawn out, or written with digits. */
const EMPHASIZED: ReadonlySet<string> = new Set([
  ..."stop quit cease call calls text texts list no not do me my off take leave alone now us".split(" "),
  ...KEY_WORDS,
]);
const DIGIT_LETTERS: Readonly<Record<string, string>> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
};
const MORE_ENDINGS: ReadonlySet<string> = new Set(["ringing", "dialing", "bugging", "stalking", "sending"]);
const MIN_FUZZY = 5;
const DIGITS = /^\d+$/;

/** A spelling without drawn-out letters ("stoooop", "callllling"), where that gives a known word. */
function withoutDrawnOut(word: string): string | null {
  for (const replacement of ["$1", "$1$1"]) {
    const short = word.replace(/(.)\1\1+/gu, replacement);
    if (short !== word && EMPHASIZED.has(short)) return short;
  }
  return null;
}

function withoutDigits(word: string): string | null {
  if (!/\d/.test(word) || !/\p{L}/u.test(word)) return null;
  const letters = word.replace(/[013457]/g, (digit) => DIGIT_LETTERS[digit] ?? digit);
  return EMPHASIZED.has(letters) ? letters : null;
}

/** "callin" and "callin'" are "calling". */
const withEnding = (word: string): string | null => {
  const whole = word.endsWith("in'") ? `${word.slice(0, -1)}g` : `${word}g`;
  return KEY_WORDS.includes(whole) || MORE_ENDINGS.has(whole) ? whole : null;
};

/** Two key words written as one: "stopcalling". */
function split(word: string): string | null {
  const first = ["stop", "quit", "dont"].find((start) => word.startsWith(start));
  const second = first === undefined ? "" : word.slice(first.length);
  return EMPHASIZED.has(second) && second.length >= "call".length ? `${first} ${second}` : null;
}

/**
 * A lower-case word as it was meant: lookalike letters as Latin ones, and a misspelled, drawn-out or disguised key word
 * of an opt-out as that word. May answer two words, separated by a blank. Other words are not changed.
 */
export function repairWord(input: string): string {
  if (DIGITS.test(input)) return input;
  const word = foldLookalikes(input.normalize("NFKD").replace(/\p{M}/gu, ""));
  if (EMPHASIZED.has(word) || REAL_NEIGHBORS.has(word)) return word;
  if (Object.hasOwn(SPELLINGS, word)) return SPELLINGS[word] ?? word;
  const repaired = withoutDrawnOut(word) ?? withoutDigits(word) ?? withEnding(word) ?? split(word);
  if (repaired !== null) return repaired;
  if (word.length < MIN_FUZZY) return word;
  return KEY_WORDS.find((right) => right.length >= MIN_FUZZY && isMisspelled(word, right)) ?? word;
}

const LETTER = /^\p{L}$/u;
const SEPARATORS = /^(?:[-.*_]|[-.*_]? )$/;
const MIN_SPELLED = 3;
/** Letters of a longer run are no spelled words; the bound keeps the search short. */
const MAX_SPELLED = 40;
const LONGEST_KEY = Math.max(...[...EMPHASIZED].map(({ length }) => length));

/** Spelled letters as key words, separated by blanks; null where they are others. */
function keyWordsOf(letters: string): string | null {
  const words: string[] = [];
  for (let at = 0; at < letters.length; ) {
    let end = Math.min(letters.length, at + LONGEST_KEY);
    while (end > at + 1 && !EMPHASIZED.has(letters.slice(at, end))) end--;
    if (end === at + 1) return null;
    words.push(letters.slice(at, end));
    at = end;
  }
  return words.join(" ");
}

/** Joins words that are spelled letter by letter: "s t o p", "S-T-O-P". Other single letters are not changed. */
export function joinSpelledWords(text: string): string {
  const parts = text.match(/[\p{L}\p{N}']+|[^\p{L}\p{N}']+/gu) ?? [];
  const splitWords: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    let end = at;
    let letters = "";
    while (LETTER.test(parts[end] ?? "")) {
      letters += foldLookalikes(parts[end] ?? "");
      if (!SEPARATORS.test(parts[end + 1] ?? "") || !LETTER.test(parts[end + 2] ?? "")) break;
      end += 2;
    }
    const isSpelled = letters.length >= MIN_SPELLED && letters.length <= MAX_SPELLED;
    const words = isSpelled ? keyWordsOf(letters) : null;
    splitWords.push(words ?? parts.slice(at, end + 1).join(""));
    at = end;
  }
  return splitWords.join("");
}
