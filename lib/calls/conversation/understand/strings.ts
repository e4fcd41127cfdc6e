import type { Asked, Found, Heard } from "./heard";
import { hear } from "./heard";
import { type Spelled, spelledAt, spelledRuns } from "./numbers";
import type { Phrases } from "./phrases";
import { phrasesFor } from "./phrases-for";
import { tokensOf } from "./tokens";

// "sure, um, it is …": nobody puts more before an answer.
const MAX_LEAD_INS = 6;
// "my account number at your bank is": a longer subject is a sentence of its own.
const MAX_SUBJECT_WORDS = 6;

const words = (text: string): string[] => tokensOf(text.replaceAll("_", " ")).map((t) => t.text);
const nameWords = (variable: Asked): string[] =>
  words(`${variable.name} ${variable.description}`).filter((w) => w.length > 2);

const subjects = new WeakMap<Phrases, RegExp>();

/** "my account number is", as a pattern; made once for a language, as that costs more than to use it. */
function subjectPattern(phrases: Phrases): RegExp {
  const made = subjects.get(phrases);
  if (made) return made;
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
function subjectLength(variable: Asked, heard: Heard, text: string): number {
  const subject = subjectPattern(heard.phrases).exec(text);
  const known = [...nameWords(variable), ...heard.phrases.genericNouns];
  const names = words(subject?.[1] ?? "").some((w) => known.includes(w));
  return subject && names ? subject[0].length : labelLength(variable, text);
}

/** Length of the variable's own name said without "is": "account number 1234". */
function labelLength(variable: Asked, text: string): number {
  const label = words(variable.name);
  const said = tokensOf(text);
  const same = label.every((word, i) => said[i]?.text === word);
  return same && said.length > label.length ? (said[label.length]?.start ?? 0) : 0;
}

/** How much of the text stands before the answer. */
function leadInLength(variable: Asked, heard: Heard): number {
  let at = heard.text.length - heard.text.replace(/^[\s,.;:!"-]+/, "").length;
  const isName = words(variable.name).some((w) => heard.phrases.names.includes(w));
  for (let n = 0; n < MAX_LEAD_INS; n++) {
    const rest = heard.lower.slice(at);
    const lead = heard.phrases.leadIns.reduce(
      (longest, p) => Math.max(longest, p.exec(rest)?.[0].length ?? 0),
      0,
    );
    const intro = isName ? (heard.phrases.introductions.exec(rest)?.[0].length ?? 0) : 0;
    const length = lead || intro || subjectLength(variable, heard, rest);
    if (length === 0) break;
    at += length;
    at += heard.text.slice(at).length - heard.text.slice(at).replace(/^[\s,.;:!"-]+/, "").length;
  }
  return at;
}

/** "…, thank you very much, that's all, please": more than people say, few enough to look for one after the other. */
const MAX_COURTESIES = 4;
const SEPARATORS = /(?<![\s,.;:!-])[\s,.;:!-]+$/;

/** Without the courtesies at its end; one that is all there is stays. */
function withoutCourtesies(heard: Heard, text: string): string {
  let kept = text;
  for (let n = 0; n < MAX_COURTESIES; n++) {
    const courtesy = heard.phrases.courtesies.exec(kept);
    const before = kept.slice(0, courtesy?.index ?? 0).replace(SEPARATORS, "");
    if (before === "") break;
    kept = before;
  }
  return kept;
}

function trimmedEnd(heard: Heard, from: number): number {
  const kept = withoutCourtesies(heard, heard.lower.slice(from));
  return from + kept.replace(/(?<![\s.,;:!"])[\s.,;:!"]+$/, "").length;
}

/** Answers to this variable hold a digit: its name says so. */
export const expectsDigits = (variable: Pick<Asked, "name">, language = "en"): boolean =>
  words(variable.name).some((w) => phrasesFor(language).digitWords.includes(w));

const CODE_OF_LETTERS = /^\p{Lu}{3,}$/u;

const telling = (run: Spelled): boolean => run.digits > 0 || run.text.length > 1;

/** The answer as one code, if it is nothing else. */
function asCode(answer: Heard): string | null {
  // One word as it was typed keeps its own signs and case: "ab-12".
  if (!/\s/.test(answer.text) && /\d/.test(answer.text)) return answer.text;
  const run = spelledAt(answer, 0);
  return run && run.next >= answer.tokens.length && telling(run) ? run.text : null;
}

/** The longest code with a digit somewhere in the answer: "1234, and I would like …". */
function codeWithin(answer: Heard): { value: string; start: number; end: number } | null {
  const runs = spelledRuns(answer).filter((run) => run.digits > 0);
  const [best] = runs.sort((a, b) => b.text.length - a.text.length);
  return best ? { value: best.text, start: best.start, end: best.end } : null;
}

/** What was said, without its lead-in and closing signs; characters spelled one by one become a code. */
export function findString(variable: Asked, heard: Heard): Found | null {
  const start = leadInLength(variable, heard);
  const end = trimmedEnd(heard, start);
  const answer = hear(heard.text.slice(start, end), heard.now, true, heard.language);
  const empty = heard.phrases.emptyWords;
  const code = asCode(answer);
  if (code !== null) return { value: code, start, end };
  if (answer.text === "" || answer.tokens.every((t) => empty.includes(t.text))) return null;
  if (expectsDigits(variable, heard.language)) {
    const within = codeWithin(answer);
    if (within) return { value: within.value, start: start + within.start, end: start + within.end };
    // Without a digit only what looks like a code is one.
    if (!CODE_OF_LETTERS.test(answer.text)) return null;
  }
  // A question is no answer.
  return heard.text.trimEnd().endsWith("?") ? null : { value: answer.text, start, end };
}
