import { type Expression, parseRule } from "./rules";

/** A step; without a word, one that is taken silently. */
export type Step = { to: number; word: string | null; weight: number };
/** States with the steps that leave them; weights are probabilities. What is said goes from state 0 to state 1. */
export type Network = readonly (readonly Step[])[];
export const START = 0;
export const END = 1;

/** A repetition continues as often as not, like in decoders of JSGF. */
const GO_ON = 0.5;

/**
 * Writes rules out as a network: each of several alternatives is as likely as the others of its bracket, as decoders of
 * JSGF have it. `ways`: the rules that a whole utterance may follow, with what each is weighed.
 * Throws where a rule names one that is not there, or itself.
 */
export function networkOf(
  rules: ReadonlyMap<string, string>,
  alternatives: readonly { rule: string; weight: number }[],
): Network {
  const states: Step[][] = [[], []];
  const parsed = new Map<string, Expression>();
  const open = new Set<string>();
  const state = (): number => states.push([]) - 1;
  const step = (from: number, to: number, word: string | null, weight: number) =>
    states[from]?.push({ to, word, weight });

  function ruleOf(name: string): Expression {
    const text = rules.get(name);
    if (text === undefined) throw new Error(`No rule is named ${name}.`);
    const expression = parsed.get(name) ?? parseRule(text);
    parsed.set(name, expression);
    return expression;
  }
  function put(expression: Expression, from: number, to: number, weight: number): void {
    if (expression.kind === "word") step(from, to, expression.word, weight);
    else if (expression.kind === "rule") follow(expression.name, from, to, weight);
    else if (expression.kind === "choice")
      for (const alternative of expression.of) put(alternative, from, to, weight / expression.of.length);
    else if (expression.kind === "repeat") repeat(expression, from, to, weight);
    else inTurn(expression.of, from, to, weight);
  }
  function repeat(
    { of, minRepeats }: Expression & { kind: "repeat" },
    from: number,
    to: number,
    weight: number,
  ): void {
    const [before, behind] = [state(), state()];
    step(from, before, null, weight);
    put(of, before, behind, 1);
    step(behind, before, null, GO_ON);
    step(behind, to, null, 1 - GO_ON);
    if (minRepeats === 0) step(from, to, null, weight * GO_ON);
  }
  function inTurn(of: readonly Expression[], from: number, to: number, weight: number): void {
    if (of.length === 0) step(from, to, null, weight);
    let at = from;
    for (const [i, one] of of.entries()) {
      const next = i === of.length - 1 ? to : state();
      put(one, at, next, i === 0 ? weight : 1);
      at = next;
    }
  }
  function follow(name: string, from: number, to: number, weight: number): void {
    if (open.has(name)) throw new Error(`The rule ${name} names itself.`);
    open.add(name);
    put(ruleOf(name), from, to, weight);
    open.delete(name);
  }

  for (const { rule, weight } of alternatives) follow(rule, START, END, weight);
  return states;
}
