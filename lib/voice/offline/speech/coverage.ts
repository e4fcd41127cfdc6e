import type { Expectation } from "@/lib/voice/providers/port";
import { HEARS, isEnglish } from "@/lib/voice/schema";
import { buildGrammar } from "./grammar/build";

/**
 * What the built-in transcriber can do with an answer, to be said plainly in the dashboard. `how`: `whole` answers,
 * `spelled` letter by letter, or a few set `phrases`. `guessed` are words of choices whose sound is derived from their
 * spelling; `byKeys` are choices that it cannot listen for.
 */
export type Coverage = {
  how: (typeof HEARS)[Expectation["kind"]] | "none";
  guessed: readonly string[];
  byKeys: readonly string[];
};

/** Reads the dictionary for words that are new to it: some tens of milliseconds. */
export function coverageOf(expectation: Expectation): Coverage {
  if (!isEnglish(expectation.language))
    return { how: "none", guessed: [], byKeys: [...(expectation.choices ?? [])] };
  const { guessed, unspoken } =
    expectation.kind === "choice" ? buildGrammar(expectation) : { guessed: [], unspoken: [] };
  return { how: HEARS[expectation.kind], guessed, byKeys: unspoken };
}
