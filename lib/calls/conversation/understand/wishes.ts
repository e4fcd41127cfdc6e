import { isCoveredLanguage } from "@/lib/masking";
import { type Clause, markedClausesOf, quotedClauses } from "./clauses";
import { hintsAtOptOut } from "./wish-hints";
import type { WishWords } from "./wish-words";
import { wishWordsFor } from "./wish-words-for";
import { type ClauseReader, indexPatterns, type PatternIndex, readClause } from "./word-patterns";

/**
 * The requests in an utterance, besides any answer. `optOut`: no more contact, certainly (`request`) or
 * possibly (`maybe`). `human`: a person (`clear`); `word`: only a word that is also said in passing
 * ("agent").
 */
export type Wishes = { optOut: "request" | "maybe" | null; human: "clear" | "word" | null };

/** Maximum words before a request; more is a story. */
const MAX_LEAD_INS = 8;
const MAX_TAILS = 6;
/** A request of this few words can be a single word ("operator"). */
const WORD_TOKENS = 1;
/** "Stop" is a wish where hardly anything else is said. */
const SHORT_TOKENS = 6;

const SENTENCE_END = /[.!?\n]/;

type Core = keyof WishWords["cores"];
type Compiled = Record<
  | Core
  | "leadIns"
  | "firstLeadIns"
  | "tails"
  | "beginnings"
  | "qualifiers"
  | "later"
  | "strongThreats"
  | "weakThreats"
  | "wanted"
  | "exactWanted"
  | "questions",
  PatternIndex
> & {
  words: WishWords;
};

const compiled = new WeakMap<WishWords, Compiled>();
function compile(words: WishWords): Compiled {
  const existing = compiled.get(words);
  if (existing !== undefined) return existing;
  const read = (sources: readonly string[]) => indexPatterns(sources, words.groups);
  const { cores, leadIns, openings, tails, beginnings, qualifiers, later } = words;
  const compiledWords: Compiled = {
    words,
    request: read(cores.request),
    exactRequest: read(cores.exactRequest),
    maybe: read(cores.maybe),
    exactMaybe: read(cores.exactMaybe),
    human: read(cores.human),
    exactHuman: read(cores.exactHuman),
    leadIns: read(leadIns),
    firstLeadIns: read([...leadIns, ...openings]),
    tails: read(tails),
    beginnings: read(beginnings),
    qualifiers: read([qualifiers]),
    later: read(later),
    strongThreats: read(words.threats.strong),
    weakThreats: read(words.threats.weak),
    wanted: read(words.wantWords),
    exactWanted: read(words.exactWanted),
    questions: read(words.questions),
  };
  compiled.set(words, compiledWords);
  return compiledWords;
}

/**
 * How a wish ends: with its clause (`ended`), where a new sentence begins without a full stop (`whole`), in words that
 * open it to doubt (`open`), or in words that make it another wish (null).
 */
type Verdict = "ended" | "whole" | "open" | null;
const ORDER: readonly Verdict[] = ["ended", "whole", "open", null];

function verdictAt({ tokens, endsAt }: ClauseReader, at: number, all: Compiled): Verdict {
  const next = tokens[at];
  if (next === undefined || all.words.joints.includes(next)) return "ended";
  const isLast = at === tokens.length - 1;
  if (!isLast && endsAt(all.beginnings, at).length > 0) return "whole";
  return endsAt(all.qualifiers, at).length > 0 ? null : "open";
}

const best = (verdicts: readonly Verdict[]): Verdict =>
  ORDER.find((verdict) => verdicts.includes(verdict)) ?? null;

/** How a wish of a kind ends that begins at a token; null for none. */
function wishAt(cores: PatternIndex, clause: ClauseReader, at: number, all: Compiled): Verdict {
  const ends = clause.endsAt(cores, at);
  if (ends.length === 0) return null;
  const tails = ends.flatMap((end) => [...clause.positionsAfter(all.tails, end, MAX_TAILS)]);
  return best([...new Set(tails)].map((place) => verdictAt(clause, place, all)));
}

/** Where a wish may begin: at a clause's beginning, behind a joint, and behind any lead-in while nothing is reported. */
function startsOf(
  { tokens, positionsAfter }: ClauseReader,
  { leadIns, firstLeadIns, words }: Compiled,
): ReadonlySet<number> {
  const starts = new Set<number>();
  const reported = tokens.findIndex((word) => words.reports.includes(word));
  for (let at = 0; at < tokens.length; at++) {
    const isFirst = at === 0 || words.joints.includes(tokens[at - 1] ?? "");
    if (!isFirst && reported >= 0 && reported < at) continue;
    for (const place of positionsAfter(isFirst ? firstLeadIns : leadIns, at, MAX_LEAD_INS))
      if (isFirst || place > at) starts.add(place);
  }
  return starts;
}

const isClear = (verdict: Verdict): boolean => verdict === "ended" || verdict === "whole";

/** A question about how to be removed is asked about, as it can concern any list. */
const isQuestion = ({ tokens, endsAt }: ClauseReader, at: number, { questions }: Compiled): boolean =>
  tokens.some((_, n) => n < at && endsAt(questions, n).length > 0);

function optOutAt(clause: ClauseReader, at: number, isShort: boolean, all: Compiled): Wishes["optOut"] {
  const request = wishAt(all.request, clause, at, all);
  const isRequest = isClear(request) || isClear(wishAt(all.exactRequest, clause, at, all));
  if (isRequest) return isQuestion(clause, at, all) ? "maybe" : "request";
  const isMaybe =
    request === "open" ||
    isClear(wishAt(all.maybe, clause, at, all)) ||
    (isShort && wishAt(all.exactMaybe, clause, at, all) === "ended");
  return isMaybe ? "maybe" : null;
}

/**
 * A request that nothing introduces: "hey robot remove me from your list". It is asked about, as the words before it may
 * make it another matter.
 */
function unintroducedAt(clause: ClauseReader, at: number, all: Compiled): Wishes["optOut"] {
  if (all.words.refusals.includes(clause.tokens[at - 1] ?? "")) return null;
  const isRequest =
    isClear(wishAt(all.request, clause, at, all)) || wishAt(all.exactRequest, clause, at, all) === "ended";
  return isRequest ? "maybe" : null;
}

/** Whether a clause asks for contact: "call me instead". */
function wantsContact({ tokens, endsAt }: ClauseReader, { wanted, exactWanted, words }: Compiled): boolean {
  const isEnd = (at: number) => at >= tokens.length || words.joints.includes(tokens[at] ?? "");
  return tokens.some((_, at) => {
    const before = tokens[at - 1];
    if (words.refusals.includes(before ?? "")) return false;
    // "They call me at work" complains of contact and asks for none.
    const isFirst = before === undefined || words.joints.includes(before);
    const isAsked = isFirst || words.askers.includes(before);
    if (isAsked && endsAt(wanted, at).length > 0) return true;
    return isFirst && endsAt(exactWanted, at).some(isEnd);
  });
}

/** The clauses of each sentence. */
function sentencesOf(clauses: readonly Clause[]): Clause[][] {
  const sentences: Clause[][] = [[]];
  for (const clause of clauses) {
    sentences.at(-1)?.push(clause);
    if (SENTENCE_END.test(clause.mark)) sentences.push([]);
  }
  return sentences;
}

/** A threat may go over several clauses of a sentence: "call me again, and I'll sue". */
function threatIn(clauses: readonly Clause[], all: Compiled): Wishes["optOut"] {
  const whole = readClause(clauses.flatMap(({ tokens }) => tokens));
  let first = 0;
  let weak: Wishes["optOut"] = null;
  for (const { tokens } of clauses) {
    for (const at of whole.positionsAfter(all.firstLeadIns, first, MAX_LEAD_INS)) {
      if (whole.endsAt(all.strongThreats, at).length > 0) return "request";
      if (whole.endsAt(all.weakThreats, at).length > 0) weak = "maybe";
    }
    first += tokens.length;
  }
  return weak;
}

function humanAt(clause: ClauseReader, at: number, isOnly: boolean, all: Compiled): Wishes["human"] {
  const { tokens, endsAt } = clause;
  const ends = endsAt(all.human, at);
  const end = Math.max(at, ...ends);
  const isLater = () => tokens.some((_, n) => n >= end && endsAt(all.later, n).length > 0);
  const isAsked = ends.length > 0 && !isLater();
  if (!isAsked && wishAt(all.exactHuman, clause, at, all) !== "ended") return null;
  if (tokens.length > WORD_TOKENS) return "clear";
  return isOnly ? "word" : null;
}

/** Finds the requests in an utterance, besides any answer. */
export function wishesIn(text: string, language = "en"): Wishes {
  const all = compile(wishWordsFor(language));
  const marked = markedClausesOf(text, all.words);
  const quoted = quotedClauses(marked, all.words);
  const isShort = marked.reduce((sum, { tokens }) => sum + tokens.length, 0) <= SHORT_TOKENS;
  const optOuts = new Set<Wishes["optOut"]>(sentencesOf(marked).map((sentence) => threatIn(sentence, all)));
  const humans = new Set<Wishes["human"]>();
  const clauses = marked.map(({ tokens }) => readClause(tokens));
  for (const [n, clause] of clauses.entries()) {
    const isQuoted = marked[n] !== undefined && quoted.has(marked[n]);
    const starts = startsOf(clause, all);
    for (const at of starts) {
      const optOut = optOutAt(clause, at, isShort, all);
      optOuts.add(isQuoted && optOut === "request" ? "maybe" : optOut);
      humans.add(humanAt(clause, at, clauses.length === 1, all));
    }
    for (const at of clause.tokens.keys()) if (!starts.has(at)) optOuts.add(unintroducedAt(clause, at, all));
  }
  if (optOuts.has("request") && clauses.some((clause) => wantsContact(clause, all))) {
    optOuts.delete("request");
    optOuts.add("maybe");
  }
  const isHinted = isCoveredLanguage(language) && hintsAtOptOut(clauses.flatMap(({ tokens }) => tokens));
  if (isHinted) optOuts.add("maybe");
  const optOut = (["request", "maybe"] as const).find((kind) => optOuts.has(kind)) ?? null;
  return { optOut, human: (["clear", "word"] as const).find((kind) => humans.has(kind)) ?? null };
}
