import type { Talk, TalkWords } from "./talk-words";
import { talkWordsFor } from "./talk-words-for";
import { type Token, tokensOf } from "./tokens";
import { type ClauseReader, indexPatterns, type PatternIndex, readClause } from "./word-patterns";

/** A part of an utterance. `talk` is null for words that can be an answer. */
export type TalkSegment = { text: string; talk: Talk | null };

type KindIndex = { talk: Talk; index: PatternIndex };
type Compiled = Record<"whole" | "prefixes" | "openings" | "tails", readonly KindIndex[]> & {
  introductions: PatternIndex;
  fillers: ReadonlySet<string>;
};

const compiled = new WeakMap<TalkWords, Compiled>();
function compile(words: TalkWords): Compiled {
  const existing = compiled.get(words);
  if (existing !== undefined) return existing;
  const indexOf = (talk: Talk, patterns: readonly string[]): KindIndex => ({
    talk,
    index: indexPatterns(patterns, words.groups),
  });
  const byKind = (patterns: Readonly<Partial<Record<Talk, readonly string[]>>>) =>
    Object.entries(patterns).map(([talk, sources]) => indexOf(talk as Talk, sources));
  const created: Compiled = {
    whole: byKind(words.whole),
    prefixes: byKind(words.prefixes),
    openings: words.openings.map(({ talk, patterns }) => indexOf(talk, patterns)),
    tails: words.tails.map(({ talk, patterns }) => indexOf(talk, patterns)),
    introductions: indexPatterns(words.introductions, words.groups),
    fillers: new Set(words.fillers),
  };
  compiled.set(words, created);
  return created;
}

/** A mark within "2:30" or "jane@example.test" ends no clause. */
const CLAUSE_END = /[.,;:!?\n\u2013\u2014](?=\s|$)/g;

/** An abbreviation, its full stop, and the character before it. */
const MAX_ABBREVIATION = 6;

type Range = { start: number; end: number };

/** Whether a full stop at the end of a text belongs to an initial or an abbreviation. */
function isAbbreviation(text: string, { abbreviations }: TalkWords): boolean {
  const word = /(?<![\p{L}'])\p{L}{1,4}\.$/u.exec(text)?.[0].slice(0, -1).toLowerCase();
  return word !== undefined && (abbreviations.includes(word) || (word.length === 1 && word !== "i"));
}

/** The clauses of a text, each with the mark at its end. */
function clauseRanges(text: string, words: TalkWords): Range[] {
  const ends = [...text.matchAll(CLAUSE_END)]
    .map((match) => match.index + 1)
    .filter((end) => !isAbbreviation(text.slice(Math.max(0, end - MAX_ABBREVIATION), end), words));
  const bounds = [0, ...ends, text.length];
  return bounds.slice(1).flatMap((end, n) => {
    const start = bounds[n] ?? 0;
    return end > start ? [{ start, end }] : [];
  });
}

/** The clauses of a text, each with the mark at its end. */
export const splitClauses = (text: string, language = "en"): string[] =>
  clauseRanges(text, talkWordsFor(language)).map(({ start, end }) => text.slice(start, end));

/** The words of a clause with contractions written out. All words of one contraction have its position. */
function wordsIn(text: string, { start, end }: Range, { contractions }: TalkWords): Token[] {
  return tokensOf(text.slice(start, end)).flatMap((token) =>
    (Object.hasOwn(contractions, token.text) ? (contractions[token.text] ?? token.text) : token.text)
      .split(" ")
      .map((word) => ({ text: word, start: token.start + start, end: token.end + start })),
  );
}

type Match = { talk: Talk; end: number };

/** The talk that makes up a whole clause from a word on; fillers can follow it. */
function wholeAt({ tokens, endsAt }: ClauseReader, at: number, { whole, fillers }: Compiled): Match | null {
  const isOnlyFillers = (from: number) => tokens.slice(from).every((word) => fillers.has(word));
  const kind = whole.find(({ index }) => endsAt(index, at).some(isOnlyFillers));
  return kind ? { talk: kind.talk, end: tokens.length } : null;
}

function prefixAt({ endsAt }: ClauseReader, at: number, { prefixes }: Compiled): Match | null {
  for (const { talk, index } of prefixes) {
    const end = Math.max(at, ...endsAt(index, at));
    if (end > at) return { talk, end };
  }
  return null;
}

/** The talk that goes from a word to the end of the clause, or to an introduction in it. */
function restAt(
  { tokens, endsAt }: ClauseReader,
  at: number,
  kinds: readonly KindIndex[],
  { introductions }: Compiled,
): Match | null {
  const kind = kinds.find(({ index }) => endsAt(index, at).length > 0);
  if (kind === undefined) return null;
  const introduction = tokens.findIndex((_, n) => n > at && endsAt(introductions, n).length > 0);
  return { talk: kind.talk, end: introduction < 0 ? tokens.length : introduction };
}

const matchAt = (clause: ClauseReader, at: number, all: Compiled): Match | null =>
  wholeAt(clause, at, all) ??
  prefixAt(clause, at, all) ??
  restAt(clause, at, all.tails, all) ??
  restAt(clause, at, all.openings, all);

type Piece = { from: number; talk: Talk | null };

/** The beginning and kind of each part of a clause. */
function piecesOf(clause: ClauseReader, all: Compiled): Piece[] {
  const { tokens } = clause;
  const pieces: Piece[] = [];
  const add = (from: number, talk: Talk | null): void => {
    if (talk !== null || pieces.at(-1)?.talk !== null) pieces.push({ from, talk });
  };
  for (let at = 0; at < tokens.length; ) {
    const match = matchAt(clause, at, all);
    add(at, match?.talk ?? null);
    if (match !== null) at = match.end;
    else if (all.fillers.has(tokens[at] ?? "")) at += 1;
    else {
      const from = at + 1;
      const tail = tokens.findIndex((_, n) => n >= from && restAt(clause, n, all.tails, all) !== null);
      at = tail < 0 ? tokens.length : tail;
    }
  }
  return pieces;
}

/** Splits an utterance into talk and words that can be an answer. The texts joined are the utterance. */
export function talkSegments(utterance: string, language = "en"): TalkSegment[] {
  const words = talkWordsFor(language);
  const all = compile(words);
  const text = utterance.replace(/[\u2018\u2019\u02bc]/g, "'");
  return clauseRanges(text, words).flatMap((range) => {
    const tokens = wordsIn(text, range, words);
    const pieces = piecesOf(readClause(tokens.map((token) => token.text)), all);
    if (pieces.length === 0) return [{ text: text.slice(range.start, range.end), talk: null }];
    const starts = pieces.map(({ from }, n) => (n === 0 ? range.start : (tokens[from]?.start ?? range.end)));
    return pieces.map(({ talk }, n) => ({ text: text.slice(starts[n], starts[n + 1] ?? range.end), talk }));
  });
}

/** Kinds of talk, the one that most needs a reaction first. */
const PRECEDENCE: readonly Talk[] = [
  "correction",
  "identity",
  "question",
  "availability",
  "intent",
  "topic",
  "repeat",
  "waiting",
  "small_talk",
  "greeting",
];

/** The kind of talk in an utterance that most needs a reaction; null if there is none. */
export const mainTalk = (segments: readonly TalkSegment[]): Talk | null =>
  PRECEDENCE.find((kind) => segments.some(({ talk }) => talk === kind)) ?? null;

/** The utterance without some kinds of talk; unchanged if it contains none of them. */
export function withoutTalk(
  utterance: string,
  segments: readonly TalkSegment[],
  isDropped: (segment: TalkSegment & { talk: Talk }) => boolean,
): string {
  const remaining = segments.filter(({ talk, text }) => talk === null || !isDropped({ talk, text }));
  if (remaining.length === segments.length) return utterance;
  return remaining.map(({ text }) => text.trim()).join(" ");
}
