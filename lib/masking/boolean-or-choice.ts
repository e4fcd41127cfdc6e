import { isSmallTalk } from "./answers";
import { findExactReadings, isReadBack } from "./context-spans";
import { buildLattice, type Lattice } from "./lattice";
import { isCaller, type ParsedTurn, spanOf } from "./parse-turns";
import { buildTopic, mentionsTopic, type Sentence, splitSentences, stem, topicOf } from "./sentences";
import { canonicalize, tokenize } from "./tokens";
import type { MaskVariable, Span } from "./turn";

/** Whether a variable has only a few possible values, so that the masks must not depend on the value. */
export const isBooleanOrChoice = ({ type }: MaskVariable): boolean => type === "boolean" || type === "choice";

/** Input for the sentences that reveal a boolean or a choice. Positions are indexes in the list of turns. */
export type BooleanOrChoiceFacts = {
  variable: MaskVariable;
  /** Positions of the caller turns that answer the variable's question. `answerSpans` masks them whole. */
  answering: ReadonlySet<number>;
  /** The value is known after this position; -1 if the position is unknown, Infinity if there is no value. */
  since: number;
  /** Spans in which the search found an option, written or spelled. */
  named: readonly Span[];
};

type Options = {
  options: readonly string[];
  stems: ReadonlySet<string>;
  counts: ReadonlyMap<string, number>;
};

/**
 * Finds the sentences of callers and agents that reveal a boolean or a choice: sentences about the variable, sentences
 * that name an option, and the agent's reply to the answer. The value is never used. All options are masked alike, so
 * that the masks do not reveal the chosen one. The model's own `speaks` ranges exempt nothing.
 */
export function findBooleanOrChoiceSpans(
  facts: BooleanOrChoiceFacts,
  readings: readonly ParsedTurn[],
): Span[] {
  const topic = topicOf(facts.variable);
  const options = optionsOf(facts.variable);
  return readings.flatMap((reading) => {
    const { turn, text, position } = reading;
    if (text === undefined || facts.answering.has(position)) return [];
    if (isCaller(turn)) {
      // The whole turn is masked, as the next sentence may hold the answer ("Pregnant, me? No way.").
      const isTelling = splitSentences(text).some((sentence) =>
        isTold(facts, reading, text, sentence, topic, options),
      );
      return isTelling ? [spanOf(turn, "text", text, 0, text.tokens.length, facts.variable.name)] : [];
    }
    return splitSentences(text)
      .filter(agentTells(facts, reading, text, topic, options, readings))
      .map(({ from, to }) => spanOf(turn, "text", text, from, to, facts.variable.name));
  });
}

/** Whether a caller reveals the value before the question, or repeats it later ("as I said, I never smoke"). */
function isTold(
  { variable, named }: BooleanOrChoiceFacts,
  { turn }: ParsedTurn,
  text: Lattice,
  sentence: Sentence,
  topic: ReadonlySet<string>,
  options: Options,
): boolean {
  if (variable.type === "choice") return namesOption(named, turn.index, text, sentence, options);
  return mentionsTopic(text, sentence, topic) || (agrees(text, sentence) && saysAgain(text, sentence));
}

function agentTells(
  facts: BooleanOrChoiceFacts,
  { turn, position }: ParsedTurn,
  text: Lattice,
  topic: ReadonlySet<string>,
  options: Options,
  readings: readonly ParsedTurn[],
): (sentence: Sentence) => boolean {
  const isKnown = position > facts.since;
  const isNext = isReadBack(facts, readings, position);
  const isChoice = facts.variable.type === "choice";
  return (sentence) => {
    const isNamed = isChoice && namesOption(facts.named, turn.index, text, sentence, options);
    if (isNamed && (isKnown || !namesAll(text, sentence, options))) return true;
    if (mentionsTopic(text, sentence, topic)) return isKnown || (!isNamed && !isOpenQuestion(text, sentence));
    return isNext && (answersBack(text, sentence) || namesCommonOption(text, sentence, options));
  };
}

/** The options of a choice, with the words that distinguish them and the number of options that have each word. */
function optionsOf({ type, choices }: MaskVariable): Options {
  const options = type === "choice" ? (choices ?? []) : [];
  const words = options.map((option) =>
    tokenize(option)
      .filter(
        ({ kind, text, info }) => kind === "word" && text.length >= 3 && !info?.stopWord && !info?.smallTalk,
      )
      .filter(({ info }) => !info?.agreement && !info?.relativeDay && !info?.dayPart)
      .map(({ text }) => text),
  );
  const telling = words.map((all) => all.filter((word) => !words.every((option) => option.includes(word))));
  const counts = new Map<string, number>();
  for (const word of telling.flat()) counts.set(stem(word), (counts.get(stem(word)) ?? 0) + 1);
  return { options, stems: buildTopic(telling.flat()), counts };
}

function namesOption(
  named: readonly Span[],
  turn: number,
  text: Lattice,
  sentence: Sentence,
  { stems }: Options,
): boolean {
  const start = text.tokens[sentence.from]?.start ?? 0;
  const end = text.tokens[sentence.to - 1]?.end ?? 0;
  if (named.some((span) => span.turn === turn && span.start < end && span.end > start)) return true;
  return stems.size > 0 && mentionsTopic(text, sentence, stems);
}

/** Whether a sentence offers all options equally often. Such a sentence does not reveal the chosen one. */
function namesAll(text: Lattice, { from, to }: Sentence, { counts }: Options): boolean {
  const left = new Map(counts);
  for (const { kind, text: word } of text.tokens.slice(from, to)) {
    const stemmed = kind === "word" ? stem(word) : "";
    const count = left.get(stemmed);
    if (count !== undefined) left.set(stemmed, count - 1);
  }
  return counts.size > 0 && [...left.values()].every((count) => count === 0);
}

/** Whether a sentence names an option of common words ("yes", "2"). Only meaningful in a read-back. */
const namesCommonOption = (text: Lattice, sentence: Sentence, { options }: Options): boolean =>
  options.some(
    (option) => canonicalize(option) !== "" && findExactReadings(text, sentence, option).length > 0,
  );

const agrees = (text: Lattice, { from, to }: Sentence): boolean =>
  text.tokens.slice(from, to).some((token) => token.info?.agreement);

/** Whether a sentence after an answer may reveal it ("Good, then it is cheaper"). Questions and small talk do not. */
function answersBack(text: Lattice, sentence: Sentence): boolean {
  if (agrees(text, sentence)) return true;
  const { from, to } = sentence;
  const isQuestion = text.tokens[to - 1]?.text === "?";
  const start = text.tokens[from]?.start ?? 0;
  return !isQuestion && !isSmallTalk(buildLattice(text.text.slice(start, text.tokens[to - 1]?.end ?? start)));
}

const AGAIN = /^(?:said|told|mentioned|already|again|before|earlier|repeat)$/;
const saysAgain = (text: Lattice, { from, to }: Sentence): boolean =>
  text.tokens.slice(from, to).some((token) => AGAIN.test(token.text));

const OPENS_QUESTION =
  /^(?:do|does|did|are|is|am|was|were|have|has|had|will|would|can|could|shall|should|may|might|what|which|who|whom|whose|when|where|why|how|whether)$/;
/** Most words before the word that opens a question: "Okay, thank you. And now, do you …". */
const OPENING_MAX = 6;

/** Whether a question leaves its answer open ("Do you smoke?", not "You don't smoke, right?"). */
function isOpenQuestion(text: Lattice, { from, to }: Sentence): boolean {
  if (text.tokens[to - 1]?.text !== "?") return false;
  const words = text.tokens.slice(from, to).filter(({ kind }) => kind === "word");
  const opens = words.slice(0, OPENING_MAX).findIndex((token) => OPENS_QUESTION.test(token.text));
  const subject = words[opens - 1]?.text ?? "";
  return opens >= 0 && !/^(?:you|he|she|they|it|i|we)$/.test(subject);
}
