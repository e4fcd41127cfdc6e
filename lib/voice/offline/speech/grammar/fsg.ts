import { automatonOf } from "./automaton";
import type { Grammar } from "./build";
import { networkOf } from "./network";

/** Phrases that can be said at any time weigh less than answers to the question. */
const WAYS = [
  { rule: "answer", weight: 1 },
  { rule: "anytime", weight: 0.1 },
];
/**
 * How readily speech is taken for other content: a weight at the start of the garbage model, and one at its
 * end, as a single one at the start would prune it before the first word ends. `open` was tuned with our own
 * voices: with more, short answers are lost; with less, foreign sentences pass as answers. A grammar of few words,
 * such as yes and no, is far from foreign sentences anyway, so that less garbage loses fewer answers.
 */
const GARBAGE = {
  open: { begins: 1e-6, ends: 1e-14 },
  short: { begins: 1e-14, ends: 1e-30 },
} as const;
/** A speaker of other content continues after each sound as often as not. */
const GO_ON = 0.5;

/** A grammar as the decoder reads it: Sphinx's FSG, a line for each step, its weight as a probability. */
export function fsgOf({ rules, garbage }: Grammar, answers: keyof typeof GARBAGE = "open"): string {
  const { begins, ends: garbageEnds } = GARBAGE[answers];
  const all = WAYS.reduce((sum, { weight }) => sum + weight, 0);
  const states = automatonOf(
    networkOf(
      rules,
      WAYS.map(({ rule, weight }) => ({ rule, weight: weight / all })),
    ),
  );
  const end = states.length;
  const [before, behind] = [end + 1, end + 2];
  const lines: string[] = [];
  const step = (from: number, to: number, weight: number, word = "") =>
    lines.push(`TRANSITION ${from} ${to} ${Math.min(1, weight).toExponential(5)} ${word}`.trimEnd());

  for (const [from, { arcs, ends }] of states.entries()) {
    for (const { word, to, weight } of arcs) step(from, to, weight, word);
    if (ends > 0) step(from, end, ends);
  }
  step(0, before, begins / all);
  for (const sound of garbage) {
    step(before, behind, 1 / garbage.length, sound);
    step(behind, behind, GO_ON / garbage.length, sound);
  }
  step(behind, end, (1 - GO_ON) * garbageEnds);
  const head = ["FSG_BEGIN parley", `NUM_STATES ${end + 3}`, "START_STATE 0", `FINAL_STATE ${end}`];
  return [...head, ...lines, "FSG_END", ""].join("\n");
}
