import type { Indexer } from "@/lib/platform/crypto";

/** More words than a name has; the rest of a long text would only swell the index. */
const MAX_WORDS = 20;

/** The distinct words of a name, so that "José Núñez-Ortiz" is found as "jose nunez": without case and accents. */
export function nameWords(name: string): string[] {
  const folded = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return [...new Set(folded.match(/[\p{L}\p{N}]+/gu))].slice(0, MAX_WORDS);
}

/** The keyed hashes by which a name is found. */
export const nameHashes = ({ nameWord }: Indexer, name: string | null): number[] =>
  name === null ? [] : nameWords(name).map(nameWord);
