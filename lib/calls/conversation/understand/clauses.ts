import { MAX_CALLER_CHARS } from "@/lib/platform/turn-limits";
import { joinSpelledWords, repairWord } from "./repair-word";
import type { WishWords } from "./wish-words";

/** Said in between, they change nothing about a wish. */
const CURSES: ReadonlySet<string> = new Set(
  "fucking fuckin fuckn fkn effing freaking freakin frigging fricking flipping bloody goddamn goddamned damn damned fuck shit bleeding sodding".split(
    " ",
  ),
);
/** Said of a wish, they make it stronger and no other one. */
const EMPHASES: ReadonlySet<string> = new Set("already literally repeatedly absolutely totally".split(" "));
/** Behind "the" these are curses: "stop the hell calling". */
const AFTER_THE: ReadonlySet<string> = new Set("hell heck fuck".split(" "));

/** Words without swearing and emphasis. "Fuck off" is a wish, however rude, and stays. */
function withoutCurses(tokens: readonly string[]): string[] {
  const isCurse = (at: number): boolean => {
    const word = tokens[at] ?? "";
    const next = tokens[at + 1] ?? "";
    if (word === "the") return AFTER_THE.has(next);
    if (AFTER_THE.has(word) && tokens[at - 1] === "the") return true;
    if (tokens[at + 2] === "sake" && word === "for") return true;
    if (tokens[at + 1] === "sake" && tokens[at - 1] === "for") return true;
    if (word === "sake" && tokens[at - 2] === "for") return true;
    return EMPHASES.has(word) || (CURSES.has(word) && next !== "off");
  };
  return tokens.filter((_, at) => !isCurse(at));
}

/** A clause of an utterance: lower-case words without contractions. */
export type Clause = { tokens: readonly string[]; mark: string };

/** The clauses of an utterance, each with the mark behind it. */
export function markedClausesOf(text: string, { contractions }: Pick<WishWords, "contractions">): Clause[] {
  const normalized = text
    .slice(0, MAX_CALLER_CHARS)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'");
  const expand = (word: string): string[] =>
    (Object.hasOwn(contractions, word) ? (contractions[word] ?? word) : word).split(" ");
  const parts = joinSpelledWords(normalized).split(/([.,;:!?\n\u2013\u2014()])/);
  const repaired = new Map<string, string>();
  const repair = (word: string): string => {
    const right = repaired.get(word) ?? repairWord(word);
    repaired.set(word, right);
    return right;
  };
  const clauses: Clause[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const words = (parts[at]?.match(/[\p{L}\p{N}']+/gu) ?? []).map((word) => word.replace(/^'|'$/g, ""));
    const repairedWords = words.filter((word) => word !== "").flatMap((word) => repair(word).split(" "));
    clauses.push({ tokens: withoutCurses(repairedWords.flatMap(expand)), mark: parts[at + 1] ?? "" });
  }
  return clauses.filter(({ tokens }) => tokens.length > 0);
}

/** The clauses that the speaker may quote and not mean: "she said, stop calling me". */
export function quotedClauses(
  clauses: readonly Clause[],
  { quotes, speakers }: Pick<WishWords, "quotes" | "speakers">,
): ReadonlySet<Clause> {
  const quoted = clauses.filter((_, n) => {
    const before = clauses[n - 1];
    if (before === undefined || !/[:,]/.test(before.mark)) return false;
    const isQuote = quotes.includes(before.tokens.at(-1) ?? "");
    return isQuote && !before.tokens.some((word) => speakers.includes(word));
  });
  return new Set(quoted);
}
