import { type Spelled, spelledAt, spelledRuns } from "./numbers";
import type { ParsedUtterance, QuestionVariable, ValueMatch } from "./parsed-utterance";
import { parseUtterance } from "./parsed-utterance";
import type { Phrases } from "./phrases";
import { phrasesFor } from "./phrases-for";
import { tokensOf } from "./tokens";

// "sure, um, it is …": callers do not say more before an answer.
const MAX_LEAD_INS = 6;
// "my account number at your bank is": a longer subject is a separate sentence.
const MAX_SUBJECT_WORDS = 6;

const words = (text: string): string[] => tokensOf(text.replaceAll("_", " ")).map((t) => t.text);
const nameWords = (variable: QuestionVariable): string[] =>
  words(`${variable.name} ${variable.description}`).filter((w) => w.length > 2);

const subjects = new WeakMap<Phrases, RegExp>();

/** "my account number is", as a pattern; made once for a language, as that costs more than to use it. */
function subjectPattern(phrases: Phrases): RegExp {
  const compiledPattern = subjects.get(phrases);
  if (compiledPattern) return compiledPattern;
  const { possessives, copulas } = phrases;
  const more = MAX_SUBJECT_WORDS - 1;
  const pattern = new RegExp(
    `^(?:(?:${possessives})\\s+)?([\\p{L}'-]+(?:\\s+[\\p{L}'-]+){0,${more}}?)(?:\\s+(?:${copulas})(?=[\\s:,]|$)|'s(?=\\s)|\\s*[:=])[\\s:,]*`,
    "u",
  );
  subjects.set(phrases, pattern);
  return pattern;
}

/** Length of "my account number is", or 0 where the words before "is" do not name what was asked for. */
function subjectLength(variable: QuestionVariable, utterance: ParsedUtterance, text: string): number {
  const subject = subjectPattern(utterance.phrases).exec(text);
  const labelWords = [...nameWords(variable), ...utterance.phrases.genericNouns];
  const names = words(subject?.[1] ?? "").some((w) => labelWords.includes(w));
  return subject && names ? subject[0].length : labelLength(variable, text);
}

/** Length of the variable's own name said without "is": "account number 1234". */
function labelLength(variable: QuestionVariable, text: string): number {
  const label = words(variable.name);
  const spokenTokens = tokensOf(text);
  const isLabel = label.every((word, i) => spokenTokens[i]?.text === word);
  return isLabel && spokenTokens.length > label.length ? (spokenTokens[label.length]?.start ?? 0) : 0;
}

/** How much of the text stands before the answer. */
function leadInLength(variable: QuestionVariable, utterance: ParsedUtterance): number {
  let at = utterance.text.length - utterance.text.replace(/^[\s,.;:!"-]+/, "").length;
  const isName = words(variable.name).some((w) => utterance.phrases.names.includes(w));
  for (let n = 0; n < MAX_LEAD_INS; n++) {
    const remaining = utterance.lower.slice(at);
    const lead = utterance.phrases.leadIns.reduce(
      (longest, p) => Math.max(longest, p.exec(remaining)?.[0].length ?? 0),
      0,
    );
    const intro = isName ? (utterance.phrases.introductions.exec(remaining)?.[0].length ?? 0) : 0;
    const length = lead || intro || subjectLength(variable, utterance, remaining);
    if (length === 0) break;
    at += length;
    at += utterance.text.slice(at).length - utterance.text.slice(at).replace(/^[\s,.;:!"-]+/, "").length;
  }
  return at;
}

/** "…, thank you very much, that's all, please": more than people say, few enough to look for one after the other. */
const MAX_COURTESIES = 4;
const SEPARATORS = /(?<![\s,.;:!-])[\s,.;:!-]+$/;

/** Without the courtesies at its end; one that is all there is stays. */
function withoutCourtesies(utterance: ParsedUtterance, text: string): string {
  let remaining = text;
  for (let n = 0; n < MAX_COURTESIES; n++) {
    const courtesy = utterance.phrases.courtesies.exec(remaining);
    const before = remaining.slice(0, courtesy?.index ?? 0).replace(SEPARATORS, "");
    if (before === "") break;
    remaining = before;
  }
  return remaining;
}

function trimmedEnd(utterance: ParsedUtterance, from: number): number {
  const remaining = withoutCourtesies(utterance, utterance.lower.slice(from));
  return from + remaining.replace(/(?<![\s.,;:!"])[\s.,;:!"]+$/, "").length;
}

/** Answers to this variable hold a digit: its name says so. */
export const expectsDigits = (variable: Pick<QuestionVariable, "name">, language = "en"): boolean =>
  words(variable.name).some((w) => phrasesFor(language).digitWords.includes(w));

/** Whether a whole request can answer the variable's question: "the reason for your call". Names and addresses are none. */
export function asksForStatement(variable: QuestionVariable, language = "en"): boolean {
  const { statementWords, statementStarts } = phrasesFor(language);
  const [firstWord = ""] = words(variable.description);
  return (
    statementStarts.includes(firstWord) ||
    words(`${variable.name} ${variable.description}`).some((word) => statementWords.includes(word))
  );
}

const CODE_OF_LETTERS = /^\p{Lu}{3,}$/u;

const telling = (run: Spelled): boolean => run.digits > 0 || run.text.length > 1;

/** The answer as one code, if it is nothing else. */
function asCode(answer: ParsedUtterance): string | null {
  // One word as it was typed keeps its own signs and case: "ab-12".
  if (!/\s/.test(answer.text) && /\d/.test(answer.text)) return answer.text;
  const run = spelledAt(answer, 0);
  return run && run.next >= answer.tokens.length && telling(run) ? run.text : null;
}

/** The longest code with a digit somewhere in the answer: "1234, and I would like …". */
function codeWithin(answer: ParsedUtterance): { value: string; start: number; end: number } | null {
  const runs = spelledRuns(answer).filter((run) => run.digits > 0);
  const [best] = runs.sort((a, b) => b.text.length - a.text.length);
  return best ? { value: best.text, start: best.start, end: best.end } : null;
}

/**
 * The spoken text, without its lead-in and closing punctuation; characters spelled one by one become a code.
 */
export function findString(variable: QuestionVariable, utterance: ParsedUtterance): ValueMatch | null {
  const start = leadInLength(variable, utterance);
  const end = trimmedEnd(utterance, start);
  const answer = parseUtterance(utterance.text.slice(start, end), utterance.now, true, utterance.language);
  const empty = utterance.phrases.emptyWords;
  const code = asCode(answer);
  if (code !== null) return { value: code, start, end };
  if (answer.text === "" || answer.tokens.every((t) => empty.includes(t.text))) return null;
  if (expectsDigits(variable, utterance.language)) {
    const innerCode = codeWithin(answer);
    if (innerCode)
      return { value: innerCode.value, start: start + innerCode.start, end: start + innerCode.end };
    // Without a digit only what looks like a code is one.
    if (!CODE_OF_LETTERS.test(answer.text)) return null;
  }
  // A question is no answer.
  return utterance.text.trimEnd().endsWith("?") ? null : { value: answer.text, start, end };
}
