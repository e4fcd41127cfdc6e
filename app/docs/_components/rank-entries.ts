import type { SearchEntry } from "@/lib/http/reference/search-index";

/** More rows than fit on a screen; a longer word finds the rest. */
const MAX_RESULTS = 40;
/** Points of a kind: an operation comes before a field of the same name. */
const KINDS: Readonly<Record<SearchEntry["kind"], number>> = { operation: 3, event: 2, error: 2, field: 0 };

/** Points of a word by its match, so that any match of whole words outranks each match of parts. */
const POINTS = {
  title: 30,
  firstWord: 24,
  word: 16,
  synonym: 14,
  titleStart: 10,
  wordStart: 8,
  part: 4,
  detail: 3,
} as const;
/** Points of a title that consists of the query's words only: "Start a call" for "place a call". */
const COVERED_POINTS = 40;

/** Words without a meaning for the search, unless the query has no others. */
const ARTICLES: ReadonlySet<string> = new Set(["a", "an", "the"]);
const CREATION = ["create", "start", "add"];
/** Words of titles that readers write in other words. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ["place", CREATION],
  ["make", CREATION],
  ["new", CREATION],
  ["start", CREATION],
  ["create", CREATION],
  ["dial", ["start", "call"]],
  ["phone", ["call"]],
  ["hang", ["end"]],
  ["remove", ["delete"]],
  ["change", ["update"]],
  ["show", ["get", "list"]],
]);

const wordsOf = (text: string): string[] => text.split(/[^a-z0-9]+/).filter((word) => word !== "");

/** The words of a query that count, in lower case. */
function queryWords(query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const meaningful = words.filter((word) => !ARTICLES.has(word));
  return meaningful.length === 0 ? words : meaningful;
}

/** Points of a word in an entry, by its best match; 0 for none. */
function pointsOf(word: string, title: string, detail: string): number {
  if (title === word) return POINTS.title;
  const titleWords = wordsOf(title);
  if (titleWords[0] === word) return POINTS.firstWord;
  if (titleWords.includes(word)) return POINTS.word;
  if (SYNONYMS.get(word)?.some((synonym) => titleWords.includes(synonym))) return POINTS.synonym;
  if (title.startsWith(word)) return POINTS.titleStart;
  if (titleWords.some((titleWord) => titleWord.startsWith(word))) return POINTS.wordStart;
  if (title.includes(word)) return POINTS.part;
  return detail.includes(word) ? POINTS.detail : 0;
}

/** Whether a title of several words has only words of the query and their synonyms. */
function isCovered(title: string, words: readonly string[]): boolean {
  const accepted = new Set(words.flatMap((word) => [word, ...(SYNONYMS.get(word) ?? [])]));
  const titleWords = wordsOf(title).filter((word) => !ARTICLES.has(word));
  return titleWords.length > 1 && titleWords.every((word) => accepted.has(word));
}

/** The entries that contain every word of the query or a synonym of it, the best first. */
export function rankEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = queryWords(query);
  if (words.length === 0) return entries.filter(({ kind }) => kind === "operation").slice(0, MAX_RESULTS);
  const ranked = entries.flatMap((entry) => {
    const [title, detail] = [entry.title.toLowerCase(), entry.detail.toLowerCase()];
    const points = words.map((word) => pointsOf(word, title, detail));
    if (points.includes(0)) return [];
    const bonus = KINDS[entry.kind] + (isCovered(title, words) ? COVERED_POINTS : 0);
    return [{ entry, points: points.reduce((sum, value) => sum + value, bonus) }];
  });
  return ranked
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}
