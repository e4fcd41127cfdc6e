import { MAX_HEARD_CHARS } from "./heard";
import { hintsAtOptOut } from "./wish-hints";
import { type WishWords, wishWordsFor } from "./wish-words";
import { type ClauseReader, indexPatterns, type PatternIndex, readClause } from "./word-patterns";

/**
 * What an utterance asks for beside any answer. `optOut`: to be contacted no more, beyond doubt (`request`) or perhaps
 * (`maybe`). `human`: to talk to a person; `word`: one that is said in passing too ("agent"), and nothing else.
 */
export type Wishes = { optOut: "request" | "maybe" | null; human: "clear" | "word" | null };

/** What stands before a wish: more is a story. */
const MAX_LEAD_INS = 8;
const MAX_TAILS = 6;
/** A wish of so few words is a word of its own ("operator"). */
const WORD_TOKENS = 1;
/** "Stop" is a wish where hardly anything else is said. */
const SHORT_TOKENS = 6;

type Core = keyof WishWords["cores"];
type Compiled = Record<
  Core | "leadIns" | "firstLeadIns" | "tails" | "beginnings" | "qualifiers" | "later",
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
  const made: Compiled = {
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
  };
  compiled.set(words, made);
  return made;
}

/** Said in between, they change nothing about a wish. */
const CURSES: ReadonlySet<string> = new Set(
  "fucking fuckin freaking frigging bloody goddamn goddamned fuck shit".split(" "),
);

/** The clauses of an utterance, as lower-case words without contractions. */
export function clausesOf(text: string, { contractions }: Pick<WishWords, "contractions">): string[][] {
  const said = text
    .slice(0, MAX_HEARD_CHARS)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'");
  return said
    .split(/[.,;:!?\n\u2013\u2014()]/)
    .map((clause) =>
      (clause.match(/[\p{L}\p{N}']+/gu) ?? []).flatMap((word) =>
        CURSES.has(word)
          ? []
          : (Object.hasOwn(contractions, word) ? (contractions[word] ?? word) : word).split(" "),
      ),
    )
    .filter((tokens) => tokens.length > 0);
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

const best = (verdicts: readonly Verdict[]): Verdict => ORDER.find((one) => verdicts.includes(one)) ?? null;

/** How a wish of a kind ends that begins at a token; null for none. */
function wishAt(cores: PatternIndex, clause: ClauseReader, at: number, all: Compiled): Verdict {
  const tails = clause
    .endsAt(cores, at)
    .flatMap((end) => [...clause.placesBehind(all.tails, end, MAX_TAILS)]);
  return best([...new Set(tails)].map((place) => verdictAt(clause, place, all)));
}

/** Where a wish may begin: at a clause's beginning, behind a joint, and behind any lead-in while nothing is reported. */
function startsOf(
  { tokens, placesBehind }: ClauseReader,
  { leadIns, firstLeadIns, words }: Compiled,
): ReadonlySet<number> {
  const starts = new Set<number>();
  const reported = tokens.findIndex((word) => words.reports.includes(word));
  for (let at = 0; at < tokens.length; at++) {
    const isFirst = at === 0 || words.joints.includes(tokens[at - 1] ?? "");
    if (!isFirst && reported >= 0 && reported < at) continue;
    for (const place of placesBehind(isFirst ? firstLeadIns : leadIns, at, MAX_LEAD_INS))
      if (isFirst || place > at) starts.add(place);
  }
  return starts;
}

const isClear = (verdict: Verdict): boolean => verdict === "ended" || verdict === "whole";

function optOutAt(clause: ClauseReader, at: number, isShort: boolean, all: Compiled): Wishes["optOut"] {
  const request = wishAt(all.request, clause, at, all);
  if (isClear(request) || isClear(wishAt(all.exactRequest, clause, at, all))) return "request";
  const isMaybe =
    request === "open" ||
    isClear(wishAt(all.maybe, clause, at, all)) ||
    (isShort && wishAt(all.exactMaybe, clause, at, all) === "ended");
  return isMaybe ? "maybe" : null;
}

function humanAt(clause: ClauseReader, at: number, isOnly: boolean, all: Compiled): Wishes["human"] {
  const { tokens, endsAt } = clause;
  const isExact = wishAt(all.exactHuman, clause, at, all) === "ended";
  const end = Math.max(at, ...endsAt(all.human, at));
  const isLater = tokens.some((_, i) => i >= end && endsAt(all.later, i).length > 0);
  if (!isExact && (end <= at || isLater)) return null;
  if (tokens.length > WORD_TOKENS) return "clear";
  return isOnly ? "word" : null;
}

/** What an utterance asks for beside any answer. Words beyond the first 2,000 characters are not looked at. */
export function wishesIn(text: string, language = "en"): Wishes {
  const all = compile(wishWordsFor(language));
  const clauses = clausesOf(text, all.words).map(readClause);
  const isShort = clauses.reduce((sum, { tokens }) => sum + tokens.length, 0) <= SHORT_TOKENS;
  const optOuts = new Set<Wishes["optOut"]>();
  const humans = new Set<Wishes["human"]>();
  for (const clause of clauses)
    for (const at of startsOf(clause, all)) {
      optOuts.add(optOutAt(clause, at, isShort, all));
      humans.add(humanAt(clause, at, clauses.length === 1, all));
    }
  const isHinted = language.startsWith("en") && hintsAtOptOut(clauses.flatMap(({ tokens }) => tokens));
  if (isHinted) optOuts.add("maybe");
  const optOut = (["request", "maybe"] as const).find((one) => optOuts.has(one)) ?? null;
  return { optOut, human: (["clear", "word"] as const).find((one) => humans.has(one)) ?? null };
}
