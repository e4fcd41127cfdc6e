import type {
  SpotlightActionData,
  SpotlightActionGroupData,
  SpotlightFilterFunction,
} from "@mantine/spotlight";

/** Ranks of an action that matches a query, best first. */
const BY_LABEL = 0;
const BY_KEYWORDS = 1;
const BY_DESCRIPTION = 2;
const BY_WORDS = 3;
const BY_DESCRIPTION_WORDS = 4;

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");

/** Whether each word of a query begins a word of the text. */
function hasWords(text: string, query: string): boolean {
  const [words, queryWords] = [wordsOf(text), wordsOf(query)];
  return queryWords.length > 0 && queryWords.every((part) => words.some((word) => word.startsWith(part)));
}

/** Shorter words begin too many other words. */
const MIN_PAGE_WORD = 3;

/** Whether a word of the query begins one of a page's words. */
export function namesPage(query: string, pageWords: string): boolean {
  const words = wordsOf(pageWords.toLowerCase());
  return wordsOf(query.toLowerCase()).some(
    (part) => part.length >= MIN_PAGE_WORD && words.some((word) => word.startsWith(part)),
  );
}

/** The rank of an action for a query in lower case; null if it does not match. */
function rankOf({ label, description, keywords }: SpotlightActionData, query: string): number | null {
  const name = label?.toLowerCase() ?? "";
  if (name.includes(query)) return BY_LABEL;
  const phrases = [keywords ?? []].flat().map((text) => text.toLowerCase());
  if (phrases.some((text) => text.includes(query))) return BY_KEYWORDS;
  const text = description?.toLowerCase() ?? "";
  if (text.includes(query)) return BY_DESCRIPTION;
  const names = [name, ...phrases].join(" ");
  if (hasWords(names, query)) return BY_WORDS;
  return hasWords(`${names} ${text}`, query) ? BY_DESCRIPTION_WORDS : null;
}

/**
 * Filters the actions of the palette. Labels that contain the query come first, then keywords and descriptions that do,
 * then actions that have a word for each word of the query, in any order. A group is placed by its best action.
 */
export const filterPalette: SpotlightFilterFunction = (query, actions) => {
  const text = query.trim().toLowerCase();
  const groups = actions.filter((item): item is SpotlightActionGroupData => "actions" in item);
  const ranked = groups.flatMap(({ group, actions: entries }) => {
    const matches = entries.flatMap((action) => {
      const rank = rankOf(action, text);
      return rank === null ? [] : [{ action, rank }];
    });
    matches.sort((left, right) => left.rank - right.rank);
    const [best] = matches;
    return best === undefined
      ? []
      : [{ rank: best.rank, item: { group, actions: matches.map(({ action }) => action) } }];
  });
  return ranked.sort((left, right) => left.rank - right.rank).map(({ item }) => item);
};

/** Digits with separators, too few for any other record. */
const NUMBER = /^[+＋]?[\d\s()./-]{3,}$/;

/**
 * The message of an empty palette, a key of `shell.palette`. Numbers are searched by keyed hashes, which find whole numbers
 * only.
 */
export function emptyText(query: string, isSearching: boolean): "loading" | "emptyNumber" | "empty" {
  if (isSearching) return "loading";
  return NUMBER.test(query.trim()) && /\d/.test(query) ? "emptyNumber" : "empty";
}
