import type { SearchEntry } from "@/lib/http/reference/search-index";

/** More rows than fit on a screen; a longer word finds the rest. */
const MAX_RESULTS = 40;
/** Points of a kind: an operation comes before a field of the same name. */
const KINDS: Readonly<Record<SearchEntry["kind"], number>> = { operation: 3, event: 2, error: 2, field: 0 };

/** Points of a word in an entry: at the start of the title, of a word of it, within it, in the detail. */
function pointsOf(word: string, title: string, detail: string): number {
  if (title === word) return 30;
  if (title.startsWith(word)) return 20;
  const at = title.indexOf(word);
  if (at > 0) return /[a-z0-9]/.test(title.charAt(at - 1)) ? 6 : 12;
  return detail.includes(word) ? 3 : 0;
}

/** The entries that contain every word of the query, the best first. */
export function rankEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries.filter(({ kind }) => kind === "operation").slice(0, MAX_RESULTS);
  const ranked = entries.flatMap((entry) => {
    const [title, detail] = [entry.title.toLowerCase(), entry.detail.toLowerCase()];
    const points = words.map((word) => pointsOf(word, title, detail));
    if (points.includes(0)) return [];
    return [{ entry, points: points.reduce((sum, value) => sum + value, KINDS[entry.kind]) }];
  });
  return ranked
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}
