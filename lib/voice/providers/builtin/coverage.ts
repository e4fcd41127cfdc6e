import type { Expectation } from "../port";
import { buildGrammar } from "./grammar/build";

/**
 * What the built-in recogniser can do with an answer, to be said plainly in the dashboard. `how`: `whole` answers,
 * `spelled` letter by letter, or a few set `phrases`. `guessed` are words of choices whose sound is derived from their
 * spelling; `byKeys` are choices that it cannot listen for.
 */
export type Coverage = {
  how: "whole" | "spelled" | "phrases" | "none";
  guessed: readonly string[];
  byKeys: readonly string[];
};

const HOW: Readonly<Record<Expectation["kind"], Coverage["how"]>> = {
  yes_no: "whole",
  digits: "whole",
  number: "whole",
  date: "whole",
  time: "whole",
  phone: "whole",
  choice: "whole",
  email: "spelled",
  text: "spelled",
  open: "phrases",
};

/** Reads the dictionary for words that are new to it: some tens of milliseconds. */
export function coverageOf(expectation: Expectation): Coverage {
  if (!isEnglish(expectation.language))
    return { how: "none", guessed: [], byKeys: [...(expectation.choices ?? [])] };
  const { guessed, unspoken } =
    expectation.kind === "choice" ? buildGrammar(expectation) : { guessed: [], unspoken: [] };
  return { how: HOW[expectation.kind], guessed, byKeys: unspoken };
}

/** The only language of the built-in recogniser and voices. */
export const isEnglish = (language: string): boolean => /^en\b/i.test(language);
