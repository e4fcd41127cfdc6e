import { isCaller, type Reading } from "./document";
import { sentences, speaksOf, topicOf } from "./sentences";
import type { MaskVariable, Values } from "./turn";
import { wideTopicOf } from "./unextracted";

/**
 * The positions of the caller turns that answer the question for a variable. Where the model says what it asks,
 * these are its turns. Where it does not, an answer to yes or no and to a choice must be guessed, as nothing else
 * finds it: turns behind an agent's turn that speaks of the variable, turns that hold a yes or no, else all.
 */
export function answeringTurns(
  variable: MaskVariable,
  value: Values[string] | undefined,
  readings: readonly Reading[],
): Set<number> {
  if (value === null || value === undefined) return openAnswers(variable, readings);
  const known = readings.filter(({ turn }) => isCaller(turn) && turn.answers === variable.name);
  if (known.length > 0) return positions(known);
  if (variable.type !== "boolean" && variable.type !== "choice") return new Set();
  const silent = readings.filter(isSilent);
  const asked = askedTurns(variable, value, readings);
  const guessed = silent.filter(
    (reading) => asked.has(reading.position) || (variable.type === "boolean" && holdsAgreement(reading)),
  );
  return positions(guessed.length > 0 ? guessed : silent);
}

/** Turns of the caller in which a question that was not understood may still be answered. */
const OPEN_MAX = 3;

/**
 * The caller turns that may answer a question that has no answer yet: those to the question, and the next ones until
 * the agent asks for another variable ("Pardon?", "Jane Marlowe").
 */
export function openAnswers(variable: MaskVariable, readings: readonly Reading[]): Set<number> {
  const answering = new Set<number>();
  let left = 0;
  for (const reading of readings) {
    const { turn, text, position } = reading;
    if (isCaller(turn)) {
      const isOther = typeof turn.answers === "string" && turn.answers !== variable.name;
      if (turn.answers === variable.name) left = OPEN_MAX;
      if (isOther || left === 0 || text === undefined) continue;
      answering.add(position);
      left--;
    } else if (turn.role === "agent") {
      const asks = asksFor(variable, reading);
      if (asks !== undefined) left = asks ? OPEN_MAX : 0;
    }
  }
  return answering;
}

/** Does an agent's turn ask for the variable, or for another one? Undefined where it asks for none, or nothing tells. */
function asksFor(variable: MaskVariable, { turn, text }: Reading): boolean | undefined {
  if (turn.asking !== undefined) return turn.asking === null ? undefined : turn.asking === variable.name;
  if (text === undefined) return undefined;
  const questions = sentences(text).filter(({ to }) => text.tokens[to - 1]?.text === "?");
  if (questions.length === 0) return undefined;
  return questions.some((question) => speaksOf(text, question, wideTopicOf(variable))) || undefined;
}

/** Turns of a model that does not say what it asks, behind an agent's turn that speaks of the variable. */
export function askedTurns(
  variable: MaskVariable,
  value: Values[string] | undefined,
  readings: readonly Reading[],
): Set<number> {
  if (value === null || value === undefined) return new Set();
  const topic = topicOf(variable);
  if (topic.size === 0) return new Set();
  return positions(readings.filter((reading) => isSilent(reading) && wasAsked(topic, reading, readings)));
}

const isSilent = ({ turn, text }: Reading): boolean =>
  isCaller(turn) && turn.answers === undefined && text !== undefined;

const positions = (readings: readonly Reading[]): Set<number> =>
  new Set(readings.map(({ position }) => position));

function wasAsked(topic: ReadonlySet<string>, reading: Reading, readings: readonly Reading[]): boolean {
  for (let at = reading.position - 1; at >= 0; at--) {
    const before = readings[at];
    if (before === undefined || before.turn.role === "tool" || before.turn.role === "system") continue;
    const text = before.text;
    if (isCaller(before.turn) || text === undefined) return false;
    return sentences(text).some((sentence) => speaksOf(text, sentence, topic));
  }
  return false;
}

const holdsAgreement = ({ text }: Reading): boolean =>
  text?.tokens.some((token) => token.info?.agreement) ?? false;
