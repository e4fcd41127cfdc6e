import { isSmallTalk } from "./answers";
import { isReadBack, sayings } from "./context";
import { isCaller, type Reading, spanOf } from "./document";
import { type Lattice, readText } from "./lattice";
import { type Sentence, sentences, speaksOf, stem, topicFrom, topicOf } from "./sentences";
import { canonical, tokenize } from "./tokens";
import type { MaskVariable, Span } from "./turn";

/** A yes or no, or a choice: a few values, so that what is masked must not depend on which one it is. */
export const isDecided = ({ type }: MaskVariable): boolean => type === "boolean" || type === "choice";

/** What is known when the sentences of a yes or no or a choice are sought. Positions are places in the list of turns. */
export type DecidedFacts = {
  variable: MaskVariable;
  /** Caller turns that answer it; they are masked whole elsewhere. */
  answering: ReadonlySet<number>;
  /** Behind this position the value is known; -1 if that is not known, infinite if there is none. */
  since: number;
  /** Places where options were found as they are written or spelled. */
  named: readonly Span[];
};

type Options = {
  options: readonly string[];
  stems: ReadonlySet<string>;
  counts: ReadonlyMap<string, number>;
};

/**
 * The sentences that give a yes or no or a choice away, on both sides: those that speak of it, those that name an
 * option, and what the agent says straight after the answer. Nothing here looks at the value: all options are
 * masked alike, so that nobody can infer from what is masked what was chosen. What a model says of its own words
 * (`speaks`) exempts nothing.
 */
export function decidedSpans(facts: DecidedFacts, readings: readonly Reading[]): Span[] {
  const topic = topicOf(facts.variable);
  const options = optionsOf(facts.variable);
  return readings.flatMap((reading) => {
    const { turn, text, position } = reading;
    if (text === undefined || facts.answering.has(position)) return [];
    if (isCaller(turn)) {
      // A caller's next sentence ("pregnant, me? no way") belongs to it.
      const isTelling = sentences(text).some((sentence) =>
        isTold(facts, reading, text, sentence, topic, options),
      );
      return isTelling ? [spanOf(turn, "text", text, 0, text.tokens.length, facts.variable.name)] : [];
    }
    return sentences(text)
      .filter(agentTells(facts, reading, text, topic, options, readings))
      .map(({ from, to }) => spanOf(turn, "text", text, from, to, facts.variable.name));
  });
}

/** Does a caller say it, before the question or again later ("as I said, I never smoke")? */
function isTold(
  { variable, named }: DecidedFacts,
  { turn }: Reading,
  text: Lattice,
  sentence: Sentence,
  topic: ReadonlySet<string>,
  options: Options,
): boolean {
  if (variable.type === "choice") return namesOption(named, turn.index, text, sentence, options);
  return speaksOf(text, sentence, topic) || (agrees(text, sentence) && saysAgain(text, sentence));
}

function agentTells(
  facts: DecidedFacts,
  { turn, position }: Reading,
  text: Lattice,
  topic: ReadonlySet<string>,
  options: Options,
  readings: readonly Reading[],
): (sentence: Sentence) => boolean {
  const isKnown = position > facts.since;
  const isNext = isReadBack(facts, readings, position);
  const isChoice = facts.variable.type === "choice";
  return (sentence) => {
    const isNamed = isChoice && namesOption(facts.named, turn.index, text, sentence, options);
    if (isNamed && (isKnown || !namesAll(text, sentence, options))) return true;
    if (speaksOf(text, sentence, topic)) return isKnown || (!isNamed && !isOpenQuestion(text, sentence));
    return isNext && (answersBack(text, sentence) || namesCommonOption(text, sentence, options));
  };
}

/** A choice's options: the words by which each is known, and how often all of them together hold each word. */
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
  const telling = words.map((all) => all.filter((word) => !words.every((other) => other.includes(word))));
  const counts = new Map<string, number>();
  for (const word of telling.flat()) counts.set(stem(word), (counts.get(stem(word)) ?? 0) + 1);
  return { options, stems: topicFrom(telling.flat()), counts };
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
  return stems.size > 0 && speaksOf(text, sentence, stems);
}

/** Does a sentence offer all options, each as often as the others? It then tells nothing of which was chosen. */
function namesAll(text: Lattice, { from, to }: Sentence, { counts }: Options): boolean {
  const left = new Map(counts);
  for (const { kind, text: word } of text.tokens.slice(from, to)) {
    const stemmed = kind === "word" ? stem(word) : "";
    const count = left.get(stemmed);
    if (count !== undefined) left.set(stemmed, count - 1);
  }
  return counts.size > 0 && [...left.values()].every((count) => count === 0);
}

/** An option of common words ("yes", "2") is meant in a read-back alone. */
const namesCommonOption = (text: Lattice, sentence: Sentence, { options }: Options): boolean =>
  options.some((option) => canonical(option) !== "" && sayings(text, sentence, option).length > 0);

const agrees = (text: Lattice, { from, to }: Sentence): boolean =>
  text.tokens.slice(from, to).some((token) => token.info?.agreement);

/** A statement behind an answer ("Good, then it is cheaper") may say what the answer was; small talk does not. */
function answersBack(text: Lattice, sentence: Sentence): boolean {
  if (agrees(text, sentence)) return true;
  const { from, to } = sentence;
  const isQuestion = text.tokens[to - 1]?.text === "?";
  const start = text.tokens[from]?.start ?? 0;
  return !isQuestion && !isSmallTalk(readText(text.text.slice(start, text.tokens[to - 1]?.end ?? start)));
}

const AGAIN = /^(?:said|told|mentioned|already|again|before|earlier|repeat)$/;
const saysAgain = (text: Lattice, { from, to }: Sentence): boolean =>
  text.tokens.slice(from, to).some((token) => AGAIN.test(token.text));

const OPENS_QUESTION =
  /^(?:do|does|did|are|is|am|was|were|have|has|had|will|would|can|could|shall|should|may|might|what|which|who|whom|whose|when|where|why|how|whether)$/;
/** Words before the one that opens a question: "Okay, thank you. And now, do you …". */
const OPENING_MAX = 6;

/** Is this a question that leaves its answer open ("Do you smoke?", not "You don't smoke, right?")? */
function isOpenQuestion(text: Lattice, { from, to }: Sentence): boolean {
  if (text.tokens[to - 1]?.text !== "?") return false;
  const words = text.tokens.slice(from, to).filter(({ kind }) => kind === "word");
  const opens = words.slice(0, OPENING_MAX).findIndex((token) => OPENS_QUESTION.test(token.text));
  const subject = words[opens - 1]?.text ?? "";
  return opens >= 0 && !/^(?:you|he|she|they|it|i|we)$/.test(subject);
}
