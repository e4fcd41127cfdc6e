import type { Indexer } from "@/lib/platform/crypto";

/** Most indexed words. No name has more, and a longer text would only enlarge the index. */
const MAX_WORDS = 20;

/** Splits a name into distinct words without case and accents, so that "jose nunez" finds "José Núñez-Ortiz". */
export function splitNameWords(name: string): string[] {
  const folded = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return [...new Set(folded.match(/[\p{L}\p{N}]+/gu))].slice(0, MAX_WORDS);
}

/** Computes the keyed hashes of a name's words, by which the contact search finds it. */
export const hashNameWords = ({ nameWord }: Indexer, name: string | null): number[] =>
  name === null ? [] : splitNameWords(name).map(nameWord);
