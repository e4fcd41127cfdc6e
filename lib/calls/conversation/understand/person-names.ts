import type { NameWords } from "./name-words";
import { nameWordsFor } from "./name-words-for";
import type { QuestionVariable } from "./parsed-utterance";
import { type Token, tokensOf } from "./tokens";

/** A title, two given names, a particle and two family names. Longer text is a sentence. */
const MAX_NAME_WORDS = 6;
/** Shorter words with the ending of a verb form are names: "Ming", "Qing". */
const MIN_VERB_CHARS = 6;

const words = (text: string): string[] => tokensOf(text.replaceAll("_", " ")).map((token) => token.text);

/** Whether a text names a person's name ("full_name"), and not the name of a thing ("company_name", "name of the dog"). */
function namesPerson(text: string, { names, things, nameOf }: NameWords): boolean | null {
  const tokens = words(text.replaceAll("'s", ""));
  const at = tokens.findIndex((word) => names.includes(word));
  if (at < 0) return null;
  const [next, article = "", noun = ""] = tokens.slice(at + 1);
  const isThing = things.includes(tokens[at - 1] ?? "");
  return !isThing && !(next === nameOf && (things.includes(article) || things.includes(noun)));
}

/** Whether the answer to a variable's question is a person's name. */
export function asksForPersonName(variable: QuestionVariable, language = "en"): boolean {
  if (variable.type !== "string") return false;
  const nameWords = nameWordsFor(language);
  const byName = namesPerson(variable.name, nameWords);
  const byDescription = namesPerson(variable.description, nameWords);
  return byName !== false && byDescription !== false && (byName ?? byDescription) === true;
}

const isCapitalized = (word: string): boolean => /^\p{Lu}/u.test(word);

/** A lower-case verb form at the beginning of an answer: "calling about …". */
const isVerbForm = (word: string, { verbEnding, verbLikeNames }: NameWords): boolean =>
  word.length >= MIN_VERB_CHARS && word.endsWith(verbEnding) && !verbLikeNames.includes(word);

function isPlausible(text: string, tokens: readonly Token[], nameWords: NameWords): boolean {
  const { never, unlikely, and } = nameWords;
  const [first] = tokens;
  if (first === undefined || tokens.length > MAX_NAME_WORDS) return false;
  const spellings = tokens.map(({ start, end }) => text.slice(start, end));
  if (spellings.some((word) => /\p{N}/u.test(word)) || tokens.some((token) => never.includes(token.text)))
    return false;
  const isWrittenName = tokens.length > 1 && spellings.every(isCapitalized);
  if (isWrittenName) return true;
  if (isVerbForm(spellings[0] ?? "", nameWords)) return false;
  return tokens.every((token) => !unlikely.includes(token.text) || token.text === and);
}

/** Whether the words before an answer introduce a name. Null if they are the subject of another sentence. */
function introducesName(
  lead: string,
  { introducers, possessives, agentPossessives, names }: NameWords,
): boolean | null {
  const tokens = tokensOf(lead).map(({ text }) => text);
  const isSubject = tokens.some((word) => possessives.includes(word));
  if (isSubject && !tokens.some((word) => names.includes(word))) return null;
  if (tokens.some((word) => agentPossessives.includes(word))) return null;
  return tokens.some((word) => introducers.includes(word));
}

/** `answer` is a part of `text`, without its lead-in ("my name is") and its courtesies. */
export type NameAnswer = { text: string; answer: string };

/**
 * The person's name at the beginning of an answer: "Ada Lovelace calling about a cleaning" gives "Ada Lovelace". Null if
 * it begins with no plausible name: a sentence, a question, or more words than a name has.
 */
export function personNameIn(
  { text, answer }: NameAnswer,
  language = "en",
): { name: string; isIntroduced: boolean } | null {
  const nameWords = nameWordsFor(language);
  const { followers, joints, unlikely, never, and } = nameWords;
  const isIntroduced = introducesName(text.slice(0, Math.max(0, text.indexOf(answer))), nameWords);
  if (isIntroduced === null) return null;
  const tokens = tokensOf(answer);
  const isNamePart = (token: Token | undefined): boolean =>
    token !== undefined && !unlikely.includes(token.text) && !never.includes(token.text);
  const isEnd = (word: string, at: number): boolean => {
    if (followers.includes(word)) return true;
    if (!joints.includes(word) || (word === and && isNamePart(tokens[at + 1]))) return false;
    return isIntroduced || at > 1;
  };
  const end = tokens.findIndex((token, at) => at > 0 && isEnd(token.text, at));
  const nameTokens = end < 0 ? tokens : tokens.slice(0, end);
  const [first, last] = [nameTokens[0], nameTokens.at(-1)];
  if (first === undefined || last === undefined || !isPlausible(answer, nameTokens, nameWords)) return null;
  return { name: answer.slice(first.start, last.end), isIntroduced };
}
