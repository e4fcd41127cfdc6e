import type { TokenRange } from "./dates";
import { findDigitRuns, isNumberToken, type Lattice, runReadings } from "./lattice";
import { findSplitDigitRuns } from "./live-digits";
import { findMisextractedEmails } from "./misextracted-emails";
import { findMisextractedNames } from "./misextracted-names";
import type { MisextractedRange } from "./misextracted-range";
import { isCaller, type ParsedTurn } from "./parse-turns";
import { isQuantityOrDate } from "./quantities-and-dates";
import { findOpenAnswerPositions } from "./questions";
import { mentionsTopic, type Sentence, splitSentences } from "./sentences";
import type { MaskVariable, Values } from "./turn";
import { wideTopicOf } from "./unextracted";
import { analyzeValue, type OtherValues } from "./value-facts";

/** Shorter runs of digits occur everywhere by chance. */
const RUN_MIN = 4;
/** Runs of this many digits identify something, even if the agent did not ask. Phone numbers need one digit more. */
const IDENTIFIER_MIN = 6;
const PHONE_MIN = 7;
const YEAR = /^(?:19|20)\d\d$/;
/** A value counts as a number if its variable's name or description has one of these words, or by `DIGITS_MIN`. */
const NUMBER_WORDS = /\b(?:number|account|code|pin|id|phone|reference|contract|policy|passport|customer)\b/i;
const DIGITS_MIN = 3;
/** Shorter words of a name occur inside many other words. */
const WORD_MIN = 3;
/** Words that the names of many numbers share: "my order number" is not the account number. */
const SHARED_WORDS = new Set(["number", "code", "digit", "full", "new", "reference", "reach"]);

type Facts = {
  variable: MaskVariable;
  value: Values[string] | undefined;
  answering: ReadonlySet<number>;
  otherValues: OtherValues;
};

/**
 * Finds the numbers, names and e-mail addresses that callers give for a variable and that its stored value does not
 * contain: the model extracted a wrong value. Numbers count in answers to the variable's question, in sentences that
 * name the variable, and anywhere if no caller said the stored value. Names count where callers introduce themselves.
 */
export function findMisextractedRanges(facts: Facts, readings: readonly ParsedTurn[]): MisextractedRange[] {
  const { variable, value } = facts;
  if (typeof value !== "string" || value === "") return [];
  const callers = readings.filter(({ turn, text }) => isCaller(turn) && text !== undefined);
  if (callers.length === 0) return [];
  if (variable.type === "email") return findMisextractedEmails(value, callers);
  return [
    ...findMisextractedNumbers(facts, value, callers, readings),
    ...findMisextractedNames(facts, value, callers),
  ];
}

function isNumberLike({ type, name, description }: MaskVariable, digits: string): boolean {
  if (type === "phone") return true;
  const topic = `${name} ${description}`.replaceAll("_", " ");
  return type === "string" && (digits.length >= DIGITS_MIN || NUMBER_WORDS.test(topic));
}

function findMisextractedNumbers(
  { variable, answering, otherValues }: Facts,
  value: string,
  callers: readonly ParsedTurn[],
  readings: readonly ParsedTurn[],
): MisextractedRange[] {
  const { digits } = analyzeValue(value);
  if (!isNumberLike(variable, digits)) return [];
  const isOfValue = (text: Lattice, run: TokenRange & { digits: string }) =>
    digits !== "" && runReadings(text, run).some((reading) => digits.includes(withoutZeros(reading)));
  const holdsValue = callers.filter(({ text }) =>
    text === undefined
      ? false
      : findDigitRuns(text).some((run) => run.digits.length >= RUN_MIN && isOfValue(text, run)),
  );
  const isLost = holdsValue.length === 0 && !joinedDigits(callers).includes(digits || "-");
  const isAsked = answering.size > 0;
  const open = openUntil(findOpenAnswerPositions(variable, readings), holdsValue[0]?.position);
  const split = isLost && isAsked ? findSplitDigitRuns(callers) : new Map<number, TokenRange[]>();
  const topic = numberTopicOf(variable);
  const identifierMin = variable.type === "phone" ? PHONE_MIN : IDENTIFIER_MIN;
  return callers.flatMap((reading) => {
    const { text, position } = reading;
    if (text === undefined) return [];
    const isNamed = namedRuns(text, topic);
    const isIdentifier = (run: TokenRange & { digits: string }): boolean =>
      isAsked || (run.digits.length >= identifierMin && !isList(text, run));
    const isTold = (run: TokenRange & { digits: string }): boolean => {
      if (run.digits.length < RUN_MIN || isQuantityOrDate(text, run.from, run.to) || isOfValue(text, run))
        return false;
      if (answering.has(position) || open.has(position)) return true;
      if (YEAR.test(run.digits) || otherValues.holdsDigits(run.digits)) return false;
      return (isLost && isIdentifier(run)) || isNamed(run);
    };
    const pieces = (split.get(position) ?? []).filter(({ from, to }) => !isQuantityOrDate(text, from, to));
    return [...findDigitRuns(text).filter(isTold), ...pieces].map(({ from, to }) => ({
      reading,
      text,
      range: { from, to },
    }));
  });
}

/** "123 and 678" are two numbers, unless the agent asked for one. */
const isList = ({ tokens }: Lattice, { from, to }: TokenRange): boolean =>
  tokens.slice(from, to).some(({ info }) => info?.and);

const withoutZeros = (digits: string): string => digits.replace(/^0+/, "") || digits;

const joinedDigits = (callers: readonly ParsedTurn[]): string =>
  callers
    .flatMap(({ text }) => (text === undefined ? [] : findDigitRuns(text).map((run) => run.digits)))
    .join("");

/** The open answers up to the turn that says the value. Later turns are about other things. */
const openUntil = (open: ReadonlySet<number>, until = Number.POSITIVE_INFINITY): ReadonlySet<number> =>
  new Set([...open].filter((position) => position <= until));

function numberTopicOf(variable: MaskVariable): ReadonlySet<string> {
  const wide = wideTopicOf(variable);
  const telling = [...wide].filter((word) => !SHARED_WORDS.has(word));
  return telling.length > 0 ? new Set(telling) : wide;
}

/**
 * Returns a test whether the sentence of a run, or the sentence before it, names the variable or "my number". Call the
 * test with runs in the order of the text, as it reads the text only once.
 */
function namedRuns(text: Lattice, topic: ReadonlySet<string>): (run: TokenRange) => boolean {
  const all = splitSentences(text);
  const names = (sentence: Sentence | undefined): boolean =>
    sentence !== undefined && (mentionsTopic(text, sentence, topic) || saysMyNumber(text, sentence));
  let at = 0;
  let current = names(all[0]);
  let previous = false;
  return ({ from }) => {
    for (let to = all[at]?.to; to !== undefined && to <= from; to = all[at]?.to) {
      previous = current;
      current = names(all[++at]);
    }
    return current || previous;
  };
}

const saysMyNumber = ({ tokens }: Lattice, { from, to }: Sentence): boolean =>
  tokens.slice(from, to).some(({ text }, n) => text === "my" && tokens[from + n + 1]?.text === "number");

/** The texts to search for in other turns: the digits of a range in all readings, or its words together and alone. */
export function searchTextsOf({ text, range }: MisextractedRange): string[] {
  if (isNumberToken(text, range.from) || text.tokens[range.from]?.info?.looseZero) {
    const runs = findDigitRuns(text).filter(({ from, to }) => from >= range.from && to <= range.to);
    const readings = runs.flatMap((run) => runReadings(text, run));
    return readings
      .flatMap((digits) => [digits, withoutZeros(digits)])
      .filter((digits) => digits.length >= RUN_MIN);
  }
  const tokens = text.tokens.slice(range.from, range.to);
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return [];
  const words = tokens.filter(({ kind, text: word }) => kind === "word" && word.length >= WORD_MIN);
  return [text.text.slice(first.start, last.end), ...words.map(({ text: word }) => word)];
}
