import type { Indexer } from "@/lib/platform/crypto";
import { foldWords } from "@/lib/platform/fold-words";

/** Most indexed words. No name has more, and a longer text would only enlarge the index. */
const MAX_WORDS = 20;

/** Splits a name into distinct words without case and accents, so that "jose nunez" finds "José Núñez-Ortiz". */
export const splitNameWords = (name: string): string[] => foldWords(name).slice(0, MAX_WORDS);

/** Computes the keyed hashes of a name's words, by which the contact search finds it. */
export const hashNameWords = ({ nameWord }: Indexer, name: string | null): number[] =>
  name === null ? [] : splitNameWords(name).map(nameWord);
