import type { Expectation } from "@/lib/agents/providers/schema";
import { HEARS, isEnglish } from "@/lib/voice/schema";
import { buildGrammar } from "./grammar/build";

/**
 * How the built-in transcriber understands an answer, for the dashboard. `how`: `whole` answers, `spelled`
 * letter by letter, or some set `phrases`. `guessed`: words of choices whose pronunciation is derived from
 * their spelling. `byKeys`: choices that it cannot recognize.
 */
export type Coverage = {
  mode: (typeof HEARS)[Expectation["kind"]] | "none";
  guessed: readonly string[];
  byKeys: readonly string[];
};

/** Reads the dictionary for words that are new to it: some tens of milliseconds. */
export function coverageOf(expectation: Expectation): Coverage {
  if (!isEnglish(expectation.language))
    return { mode: "none", guessed: [], byKeys: [...(expectation.choices ?? [])] };
  const { guessed, unspoken } =
    expectation.kind === "choice" ? buildGrammar(expectation) : { guessed: [], unspoken: [] };
  return { mode: HEARS[expectation.kind], guessed, byKeys: unspoken };
}
