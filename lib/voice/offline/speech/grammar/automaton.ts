import { END, type Network, START } from "./network";

type Arc = { to: number; weight: number };
/** `ends`: the weight of being at the end here; 0 where more must follow. */
type State = { arcs: Map<string, Arc>; ends: number };
/** One state for each thing that may have been said, as far as it matters for what may follow. State 0 is the beginning. */
export type Automaton = readonly { arcs: readonly (Arc & { word: string })[]; ends: number }[];

/** Reached states, each with its probability relative to the likeliest one. */
type Reached = Map<number, number>;

/** Rules with more states have no grammar that can be searched in real time. */
const MOST_STATES = 20_000;
/** Weights that differ by less are the same. */
const DIGITS = 4;
const BETTER = 1 + 1e-9;

/** With all that can be reached silently, each on its best way. */
function silently(network: Network, from: Reached): Reached {
  const best = new Map(from);
  const todo = [...from.keys()];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const weight = best.get(at) ?? 0;
    for (const step of network[at] ?? []) {
      if (step.word !== null) continue;
      const probability = weight * step.weight;
      if (probability <= (best.get(step.to) ?? 0) * BETTER) continue;
      best.set(step.to, probability);
      todo.push(step.to);
    }
  }
  return best;
}

/** Where each word leads to, on the best way. */
function byWord(network: Network, reached: Reached): Map<string, Reached> {
  const words = new Map<string, Reached>();
  for (const [at, weight] of reached)
    for (const { to, word, weight: of } of network[at] ?? []) {
      if (word === null) continue;
      const targets = words.get(word) ?? new Map<number, number>();
      words.set(word, targets.set(to, Math.max(targets.get(to) ?? 0, weight * of)));
    }
  return words;
}

/** Subset construction with weights (Mohri, "Finite-State Transducers in Language and Speech Processing", 1997). */
function determinised(network: Network): State[] {
  const states: State[] = [];
  const sets: Reached[] = [];
  const ids = new Map<string, number>();
  const matters = (at: number) => at === END || (network[at] ?? []).some(({ word }) => word !== null);
  const idOf = (set: Reached): number => {
    const key = [...set]
      .filter(([at]) => matters(at))
      .sort(([a], [b]) => a - b)
      .map(([at, weight]) => `${at}:${weight.toPrecision(DIGITS)}`)
      .join(" ");
    const existingId = ids.get(key);
    if (existingId !== undefined) return existingId;
    if (states.length >= MOST_STATES) throw new Error("The grammar is too large to be listened for.");
    ids.set(key, states.length);
    sets.push(set);
    return states.push({ arcs: new Map(), ends: set.get(END) ?? 0 }) - 1;
  };
  idOf(silently(network, new Map([[START, 1]])));
  for (const [i, state] of states.entries())
    for (const [word, targets] of byWord(network, sets[i] ?? new Map())) {
      const all = silently(network, targets);
      const weight = Math.max(...all.values());
      for (const [at, one] of all) all.set(at, one / weight);
      state.arcs.set(word, { to: idOf(all), weight });
    }
  return states;
}

/** Moves weights towards the beginning, so that what will turn out unlikely is dropped as soon as that is certain. */
function pushed(states: State[]): State[] {
  const best = states.map(({ ends }) => ends);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [i, { arcs }] of [...states.entries()].reverse())
      for (const { to, weight } of arcs.values()) {
        const probability = weight * (best[to] ?? 0);
        if (probability <= (best[i] ?? 0) * BETTER) continue;
        best[i] = probability;
        changed = true;
      }
  }
  return states.map(({ arcs, ends }, i) => {
    // The probability lost on the way to the start stays there, as a penalty against sounds outside the
    // grammar.
    const stateWeight = i === 0 ? 1 : (best[i] ?? 1);
    const moved = [...arcs].map(
      ([word, { to, weight }]) => [word, { to, weight: (weight * (best[to] ?? 0)) / stateWeight }] as const,
    );
    return { arcs: new Map(moved), ends: ends / stateWeight };
  });
}

/** States behind which the same may follow are one (Moore, 1956). */
function minimised(states: readonly State[]): Automaton {
  let classes: number[] = states.map(() => 0);
  for (let count = 0; ; ) {
    const keys = new Map<string, number>();
    classes = states.map(({ arcs, ends }, i) => {
      const steps = [...arcs].map(
        ([word, { to, weight }]) => `${word}:${classes[to]}:${weight.toPrecision(DIGITS)}`,
      );
      const key = `${classes[i]}|${ends.toPrecision(DIGITS)}|${steps.sort().join(" ")}`;
      const id = keys.get(key) ?? keys.size;
      keys.set(key, id);
      return id;
    });
    if (keys.size === count) break;
    count = keys.size;
  }
  const merged: Automaton[number][] = [];
  for (const [i, { arcs, ends }] of states.entries())
    merged[classes[i] ?? 0] ??= {
      arcs: [...arcs].map(([word, { to, weight }]) => ({ word, to: classes[to] ?? 0, weight })),
      ends,
    };
  return merged;
}

/**
 * The smallest automaton that takes what the network does, at the weight of its best way: a decoder goes through every
 * state for every hundredth of a second, and rules that share their words would have it do so many times over.
 */
export const automatonOf = (network: Network): Automaton => minimised(pushed(determinised(network)));
