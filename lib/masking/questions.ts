import { isCaller, type ParsedTurn } from "./parse-turns";
import { mentionsTopic, splitSentences, topicOf } from "./sentences";
import type { MaskVariable, Values } from "./turn";
import { wideTopicOf } from "./unextracted";

/**
 * Finds the positions of the caller turns that answer a variable's question. If the model declares its questions, these
 * are the turns with that answer. If not, the answers to a boolean or choice are inferred, as no search finds them:
 * turns after an agent turn about the variable, turns with a yes or no, or else all undeclared turns.
 */
export function findAnswerPositions(
  variable: MaskVariable,
  value: Values[string] | undefined,
  readings: readonly ParsedTurn[],
): Set<number> {
  if (value === null || value === undefined) return findOpenAnswerPositions(variable, readings);
  const answers = readings.filter(({ turn }) => isCaller(turn) && turn.answers === variable.name);
  if (answers.length > 0) return positions(answers);
  if (variable.type !== "boolean" && variable.type !== "choice") return new Set();
  const silent = readings.filter(isSilent);
  const inferredPositions = inferAnswerPositions(variable, value, readings);
  const guessed = silent.filter(
    (reading) =>
      inferredPositions.has(reading.position) || (variable.type === "boolean" && holdsAgreement(reading)),
  );
  return positions(guessed.length > 0 ? guessed : silent);
}

/** Caller turns after a question in which it may still be answered. */
const OPEN_MAX = 3;

/**
 * Finds the positions of the caller turns that may answer a question without a value: the declared answers, and the
 * next turns until the agent asks for another variable ("Pardon?", "Jane Marlowe").
 */
export function findOpenAnswerPositions(
  variable: MaskVariable,
  readings: readonly ParsedTurn[],
): Set<number> {
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

/** Whether an agent turn asks for this variable (true) or another one (false); undefined if for none, or unknown. */
function asksFor(variable: MaskVariable, { turn, text }: ParsedTurn): boolean | undefined {
  if (turn.asking !== undefined) return turn.asking === null ? undefined : turn.asking === variable.name;
  if (text === undefined) return undefined;
  const questions = splitSentences(text).filter(({ to }) => text.tokens[to - 1]?.text === "?");
  if (questions.length === 0) return undefined;
  return questions.some((question) => mentionsTopic(text, question, wideTopicOf(variable))) || undefined;
}

/** Infers the positions of undeclared answers: caller turns after an agent turn about the variable. */
export function inferAnswerPositions(
  variable: MaskVariable,
  value: Values[string] | undefined,
  readings: readonly ParsedTurn[],
): Set<number> {
  if (value === null || value === undefined) return new Set();
  const topic = topicOf(variable);
  if (topic.size === 0) return new Set();
  return positions(readings.filter((reading) => isSilent(reading) && wasAsked(topic, reading, readings)));
}

const isSilent = ({ turn, text }: ParsedTurn): boolean =>
  isCaller(turn) && turn.answers === undefined && text !== undefined;

const positions = (readings: readonly ParsedTurn[]): Set<number> =>
  new Set(readings.map(({ position }) => position));

function wasAsked(topic: ReadonlySet<string>, reading: ParsedTurn, readings: readonly ParsedTurn[]): boolean {
  for (let at = reading.position - 1; at >= 0; at--) {
    const before = readings[at];
    if (before === undefined || before.turn.role === "tool" || before.turn.role === "system") continue;
    const text = before.text;
    if (isCaller(before.turn) || text === undefined) return false;
    return splitSentences(text).some((sentence) => mentionsTopic(text, sentence, topic));
  }
  return false;
}

const holdsAgreement = ({ text }: ParsedTurn): boolean =>
  text?.tokens.some((token) => token.info?.agreement) ?? false;
