import type { TokenRange } from "./dates";
import { isCaller, type Reading } from "./document";
import { isFigure } from "./figures";
import { digitRuns, isNumber, type Lattice, runReadings } from "./lattice";
import { splitDigitRuns } from "./live-digits";
import { mistakenEmails } from "./mistaken-emails";
import { mistakenNames } from "./mistaken-names";
import type { Mistaken } from "./mistaken-range";
import { openAnswers } from "./questions";
import { type Sentence, sentences, speaksOf } from "./sentences";
import type { MaskVariable, Values } from "./turn";
import { wideTopicOf } from "./unextracted";
import { type OtherValues, valueFacts } from "./value-facts";

/** Fewer digits are everywhere. */
const RUN_MIN = 4;
/** So many digits identify something, also where nothing asks for them; phones are often known before the call. */
const IDENTIFIER_MIN = 6;
const PHONE_MIN = 7;
const YEAR = /^(?:19|20)\d\d$/;
/** Values that are told as numbers have a word of these in their name or description, or so many digits. */
const NUMBER_WORDS = /\b(?:number|account|code|pin|id|phone|reference|contract|policy|passport|customer)\b/i;
const DIGITS_MIN = 3;
/** Shorter words of a name are parts of many others. */
const WORD_MIN = 3;
/** Words of names and descriptions that many numbers share: "my order number" is not the account number. */
const SHARED_WORDS = new Set(["number", "code", "digit", "full", "new", "reference", "reach"]);

type Facts = {
  variable: MaskVariable;
  value: Values[string] | undefined;
  answering: ReadonlySet<number>;
  others: OtherValues;
};

/**
 * Numbers and names that callers give for a variable and that its value does not hold. Numbers count in answers to its
 * question, in sentences that name it, and anywhere if no caller ever said the stored value. Names count where callers
 * introduce themselves.
 */
export function findMistaken(facts: Facts, readings: readonly Reading[]): Mistaken[] {
  const { variable, value } = facts;
  if (typeof value !== "string" || value === "") return [];
  const callers = readings.filter(({ turn, text }) => isCaller(turn) && text !== undefined);
  if (callers.length === 0) return [];
  if (variable.type === "email") return mistakenEmails(value, callers);
  return [...mistakenNumbers(facts, value, callers, readings), ...mistakenNames(facts, value, callers)];
}

function isNumberLike({ type, name, description }: MaskVariable, digits: string): boolean {
  if (type === "phone") return true;
  const about = `${name} ${description}`.replaceAll("_", " ");
  return type === "string" && (digits.length >= DIGITS_MIN || NUMBER_WORDS.test(about));
}

function mistakenNumbers(
  { variable, answering, others }: Facts,
  value: string,
  callers: readonly Reading[],
  readings: readonly Reading[],
): Mistaken[] {
  const { digits } = valueFacts(value);
  if (!isNumberLike(variable, digits)) return [];
  const isOfValue = (text: Lattice, run: TokenRange & { digits: string }) =>
    digits !== "" && runReadings(text, run).some((reading) => digits.includes(withoutZeros(reading)));
  const holdsValue = callers.filter(({ text }) =>
    text === undefined
      ? false
      : digitRuns(text).some((run) => run.digits.length >= RUN_MIN && isOfValue(text, run)),
  );
  const isLost = holdsValue.length === 0 && !joinedDigits(callers).includes(digits || "-");
  const isAsked = answering.size > 0;
  const open = openUntil(openAnswers(variable, readings), holdsValue[0]?.position);
  const split = isLost && isAsked ? splitDigitRuns(callers) : new Map<number, TokenRange[]>();
  const topic = numberTopicOf(variable);
  const identifierMin = variable.type === "phone" ? PHONE_MIN : IDENTIFIER_MIN;
  return callers.flatMap((reading) => {
    const { text, position } = reading;
    if (text === undefined) return [];
    const isNamed = namedRuns(text, topic);
    const isIdentifier = (run: TokenRange & { digits: string }): boolean =>
      isAsked || (run.digits.length >= identifierMin && !isList(text, run));
    const isTold = (run: TokenRange & { digits: string }): boolean => {
      if (run.digits.length < RUN_MIN || isFigure(text, run.from, run.to) || isOfValue(text, run))
        return false;
      if (answering.has(position) || open.has(position)) return true;
      if (YEAR.test(run.digits) || others.holdsDigits(run.digits)) return false;
      return (isLost && isIdentifier(run)) || isNamed(run);
    };
    const pieces = (split.get(position) ?? []).filter(({ from, to }) => !isFigure(text, from, to));
    return [...digitRuns(text).filter(isTold), ...pieces].map(({ from, to }) => ({
      reading,
      text,
      range: { from, to },
    }));
  });
}

/** "123 and 678" are two numbers, unless somebody asked for one. */
const isList = ({ tokens }: Lattice, { from, to }: TokenRange): boolean =>
  tokens.slice(from, to).some(({ info }) => info?.and);

const withoutZeros = (digits: string): string => digits.replace(/^0+/, "") || digits;

const joinedDigits = (callers: readonly Reading[]): string =>
  callers
    .flatMap(({ text }) => (text === undefined ? [] : digitRuns(text).map((run) => run.digits)))
    .join("");

/** Answers that come before the value was said; behind it, callers speak of other things. */
const openUntil = (open: ReadonlySet<number>, said = Number.POSITIVE_INFINITY): ReadonlySet<number> =>
  new Set([...open].filter((position) => position <= said));

function numberTopicOf(variable: MaskVariable): ReadonlySet<string> {
  const wide = wideTopicOf(variable);
  const telling = [...wide].filter((word) => !SHARED_WORDS.has(word));
  return telling.length > 0 ? new Set(telling) : wide;
}

/**
 * Does the sentence around a run, or the one before it, name the variable or "my number"? Runs are asked for in the
 * order of the text, which is read once.
 */
function namedRuns(text: Lattice, topic: ReadonlySet<string>): (run: TokenRange) => boolean {
  const all = sentences(text);
  const names = (sentence: Sentence | undefined): boolean =>
    sentence !== undefined && (speaksOf(text, sentence, topic) || saysMyNumber(text, sentence));
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

/** Texts by which a mistaken range is looked for elsewhere: digits in all readings, or its words together and alone. */
export function mistakenTexts({ text, range }: Mistaken): string[] {
  if (isNumber(text, range.from) || text.tokens[range.from]?.info?.looseZero) {
    const runs = digitRuns(text).filter(({ from, to }) => from >= range.from && to <= range.to);
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
