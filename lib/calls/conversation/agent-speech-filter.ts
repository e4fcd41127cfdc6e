import { claimsOptOut, tokensOf } from "./understand";

/** The end of a clause: its punctuation, closing quotes and brackets, and the following whitespace. */
const CLAUSE_END = /[.!?…,;:]["')\]]{0,3}\s{1,20}|\n{1,20}/g;
/** A clause without an end is cut at this length, at a space. */
const MAX_CLAUSE_CHARS = 300;
/**
 * Characters beyond the greeting's length to wait for the disclosure in the model's words. After that the
 * engine says it first.
 */
const GREETING_SLACK_CHARS = 80;

type FilterOptions = {
  /** The disclosure if it is due, else empty. */
  disclosure: string;
  /** The agent's greeting contains the disclosure, so the model's first words can contain it. */
  isDisclosureInGreeting: boolean;
  greetingChars: number;
  /** A sentence that the engine says before the model's words. */
  leadSentence: string;
  /** The caller is not suppressed, so the model must not claim that they are. */
  shouldBlockOptOutClaims: boolean;
  language: string;
};

export type AgentSpeechFilter = {
  /** Returns the text that can be said before the model has answered. */
  start(): string;
  /** Adds the model's next words. Returns the text that can be said now. */
  push(delta: string): string;
  /**
   * Marks the model's answer as complete. Returns the remaining text. If tool calls follow and there are no
   * words yet, `leadSentence` waits.
   */
  finish(hasToolCalls: boolean): string;
  /** All text that was let through. */
  text(): string;
  /** The number of characters before the model's own words. Null if those words were changed. */
  prefixLength(): number | null;
  /** The model claimed that the caller is suppressed. That clause and all later words were blocked. */
  hasClaimedOptOut(): boolean;
};

const SHORT_FORMS: Readonly<Record<string, string>> = { re: "are", m: "am", s: "is", ve: "have", ll: "will" };
/** The words of a text in a form for comparison. "you're" equals "you are". */
const comparableWords = (text: string): string[] =>
  tokensOf(text.replace(/[\u2018\u2019\u02bc]/g, "'")).flatMap(({ text: word }) => {
    const [stem = "", ending] = word.split("'");
    return ending === undefined ? [stem] : [stem, SHORT_FORMS[ending] ?? ending];
  });

const matchesAt = (words: readonly string[], phrase: readonly string[], start: number): boolean =>
  phrase.every((word, i) => words[start + i] === word);

/** Whether a text contains the disclosure. Punctuation is ignored. */
export function containsDisclosure(text: string, disclosure: string): boolean {
  const words = comparableWords(text);
  const phrase = comparableWords(disclosure);
  return phrase.length > 0 && words.some((_, start) => matchesAt(words, phrase, start));
}

/** Splits a text into complete clauses and an incomplete remainder. */
function splitClauses(text: string): { clauses: string[]; remainder: string } {
  const clauses: string[] = [];
  let clauseStart = 0;
  for (const { index, 0: mark } of text.matchAll(CLAUSE_END)) {
    clauses.push(text.slice(clauseStart, index + mark.length));
    clauseStart = index + mark.length;
  }
  const remainder = text.slice(clauseStart);
  if (remainder.length <= MAX_CLAUSE_CHARS) return { clauses, remainder };
  const cutAt = remainder.lastIndexOf(" ") + 1 || remainder.length;
  return { clauses: [...clauses, remainder.slice(0, cutAt)], remainder: remainder.slice(cutAt) };
}

/**
 * Minimum number of matching words that count as a repeated disclosure. A shorter match can be chance: many
 * greetings begin with "Hello,".
 */
const MIN_REPEATED_WORDS = 3;

/**
 * Drops clauses that repeat the disclosure or its next part. A short match at the beginning is held until the
 * next clause, and passes if that clause is different.
 */
function createRepeatFilter(disclosure: string) {
  const disclosureWords = comparableWords(disclosure);
  let repeatedWords = 0;
  let heldText = "";
  return {
    take(clause: string): { passedText: string; isDropped: boolean } {
      const words = comparableWords(clause);
      if (words.length === 0 || disclosureWords.length === 0) {
        const passedText = heldText + clause;
        heldText = "";
        return { passedText, isDropped: false };
      }
      if (
        repeatedWords + words.length <= disclosureWords.length &&
        matchesAt(disclosureWords, words, repeatedWords)
      ) {
        repeatedWords += words.length;
        heldText += clause;
        if (repeatedWords < Math.min(MIN_REPEATED_WORDS, disclosureWords.length))
          return { passedText: "", isDropped: false };
        heldText = "";
        repeatedWords %= disclosureWords.length;
        return { passedText: "", isDropped: true };
      }
      const previouslyHeld = heldText;
      heldText = "";
      repeatedWords = 0;
      const isDropped = containsDisclosure(clause, disclosure);
      return { passedText: isDropped ? previouslyHeld : previouslyHeld + clause, isDropped };
    },
    /** Returns the text that is still held when the model has finished. */
    takeHeldText(): string {
      const remainder = heldText;
      heldText = "";
      return remainder;
    },
  };
}

const joinNonEmpty = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

/**
 * Creates a filter for a model's words. It puts the disclosure and the engine's sentence first, drops
 * repeated disclosures, and blocks false claims of an opt-out.
 */
export function createAgentSpeechFilter(options: FilterOptions): AgentSpeechFilter {
  const {
    disclosure,
    isDisclosureInGreeting,
    greetingChars,
    leadSentence,
    shouldBlockOptOutClaims,
    language,
  } = options;
  const prefix = joinNonEmpty(disclosure, leadSentence);
  const repeatedDisclosures = createRepeatFilter(isDisclosureInGreeting ? "" : disclosure);
  let incompleteClause = "";
  /** Checked text that waits for the decision what is said before it. */
  let heldText = "";
  let spokenText = "";
  let hasStarted = false;
  let isChanged = false;
  let hasClaim = false;
  let prefixChars = 0;

  const release = (text: string): string => {
    hasStarted = true;
    spokenText += text;
    return text;
  };
  const filterClause = (clause: string): string => {
    if (hasClaim) return "";
    hasClaim = shouldBlockOptOutClaims && claimsOptOut(clause, language);
    if (hasClaim) {
      isChanged = true;
      return "";
    }
    const { passedText, isDropped } = repeatedDisclosures.take(clause);
    isChanged ||= isDropped;
    return passedText;
  };
  const mustHold = (): boolean =>
    isDisclosureInGreeting
      ? !containsDisclosure(heldText, disclosure) && heldText.length <= greetingChars + GREETING_SLACK_CHARS
      : heldText === "";
  const take = (clauses: readonly string[], isLast: boolean): string => {
    heldText += clauses.map(filterClause).join("");
    if (isLast && !hasClaim) heldText += repeatedDisclosures.takeHeldText();
    if (!hasStarted && !isLast && mustHold()) return "";
    const spokenPrefix = hasStarted
      ? ""
      : isDisclosureInGreeting && containsDisclosure(heldText, disclosure)
        ? leadSentence
        : prefix;
    if (!hasStarted) prefixChars = spokenPrefix === "" ? 0 : spokenPrefix.length + 1;
    const newText = hasStarted ? heldText : joinNonEmpty(spokenPrefix, heldText);
    heldText = "";
    return release(newText);
  };

  return {
    start() {
      if (isDisclosureInGreeting || prefix === "") return "";
      prefixChars = prefix.length + 1;
      return release(`${prefix} `);
    },
    push(delta) {
      const { clauses, remainder } = splitClauses(incompleteClause + delta);
      incompleteClause = remainder;
      return take(clauses, false);
    },
    finish(acts) {
      const remainder = incompleteClause;
      incompleteClause = "";
      if (!hasStarted && remainder === "" && heldText === "" && (acts || prefix === "")) return "";
      return take(remainder === "" ? [] : [remainder], true);
    },
    text: () => spokenText,
    prefixLength: () => (isChanged ? null : prefixChars),
    hasClaimedOptOut: () => hasClaim,
  };
}
