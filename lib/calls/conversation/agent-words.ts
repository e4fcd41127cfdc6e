import { claimsOptOut, tokensOf } from "./understand";

/** A clause's end: its mark, the quotes and brackets behind it, and the blanks. */
const END = /[.!?…,;:]["')\]]{0,3}\s{1,20}|\n{1,20}/g;
/** A clause that does not end is let go by then, at a blank. */
const MOST_CLAUSE = 300;
/** How far behind the length of a greeting its words may come before the disclosure is said without it. */
const HELD_SLACK = 80;

type Given = {
  /** The disclosure, where it is due. */
  disclosure: string;
  /** The agent's greeting holds the disclosure, so that the model's own first words may be it. */
  isInGreeting: boolean;
  greetingChars: number;
  /** What the engine says before the model's words. */
  lead: string;
  /** The caller is not removed, so that the model must not say so. */
  isGuarded: boolean;
  language: string;
};

export type AgentWords = {
  /** What can be said before the model has answered. */
  begin(): string;
  /** Takes the model's next words; answers what may be said now. */
  push(delta: string): string;
  /** The model has finished. `acts`: it goes on with tools, so that a lead waits for its words. */
  finish(acts: boolean): string;
  /** All that was let through. */
  text(): string;
  /** How many characters stand before the model's own words; null where those were changed. */
  shift(): number | null;
  /** The model said that the caller is removed; that, and all behind it, was kept back. */
  claimed(): boolean;
};

const SHORT_FORMS: Readonly<Record<string, string>> = { re: "are", m: "am", s: "is", ve: "have", ll: "will" };
/** The words of a text as they are compared: "you're" and "you are" are one. */
const comparable = (text: string): string[] =>
  tokensOf(text.replace(/[\u2018\u2019\u02bc]/g, "'")).flatMap(({ text: word }) => {
    const [stem = "", ending] = word.split("'");
    return ending === undefined ? [stem] : [stem, SHORT_FORMS[ending] ?? ending];
  });

const sameAt = (words: readonly string[], part: readonly string[], at: number): boolean =>
  part.every((word, i) => words[at + i] === word);

/** Whether a text holds the disclosure, however it is punctuated. */
export function holdsDisclosure(text: string, disclosure: string): boolean {
  const words = comparable(text);
  const part = comparable(disclosure);
  return part.length > 0 && words.some((_, at) => sameAt(words, part, at));
}

/** The clauses that are whole, and what is left open. */
function cutClauses(text: string): { clauses: string[]; rest: string } {
  const clauses: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(END)) {
    clauses.push(text.slice(from, index + mark.length));
    from = index + mark.length;
  }
  const rest = text.slice(from);
  if (rest.length <= MOST_CLAUSE) return { clauses, rest };
  const at = rest.lastIndexOf(" ") + 1 || rest.length;
  return { clauses: [...clauses, rest.slice(0, at)], rest: rest.slice(at) };
}

/** So many of its words are the disclosure's beginning by no chance; "Hello," begins many a greeting. */
const SURELY_REPEATED = 3;

/**
 * Leaves out clauses that say the disclosure, all or the next part of it, once more. A short beginning waits for what
 * follows, and is let through where that is something else.
 */
function repeatFilter(disclosure: string) {
  const told = comparable(disclosure);
  let repeated = 0;
  let waiting = "";
  return {
    take(clause: string): { kept: string; isDropped: boolean } {
      const words = comparable(clause);
      if (words.length === 0 || told.length === 0) {
        const kept = waiting + clause;
        waiting = "";
        return { kept, isDropped: false };
      }
      if (repeated + words.length <= told.length && sameAt(told, words, repeated)) {
        repeated += words.length;
        waiting += clause;
        if (repeated < Math.min(SURELY_REPEATED, told.length)) return { kept: "", isDropped: false };
        waiting = "";
        repeated %= told.length;
        return { kept: "", isDropped: true };
      }
      const before = waiting;
      waiting = "";
      repeated = 0;
      const isDropped = holdsDisclosure(clause, disclosure);
      return { kept: isDropped ? before : before + clause, isDropped };
    },
    /** What still waits when the model has finished. */
    rest(): string {
      const rest = waiting;
      waiting = "";
      return rest;
    },
  };
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

/** A model's words on their way to the caller: behind the disclosure and the engine's own, without what is not true. */
export function agentWords(given: Given): AgentWords {
  const { disclosure, isInGreeting, greetingChars, lead, isGuarded, language } = given;
  const before = joined(disclosure, lead);
  const repeats = repeatFilter(isInGreeting ? "" : disclosure);
  let open = "";
  /** Judged, and not let through before it is known what stands before it. */
  let held = "";
  let said = "";
  let isBegun = false;
  let isChanged = false;
  let isClaimed = false;
  let shift = 0;

  const release = (text: string): string => {
    isBegun = true;
    said += text;
    return text;
  };
  const judged = (clause: string): string => {
    if (isClaimed) return "";
    isClaimed = isGuarded && claimsOptOut(clause, language);
    if (isClaimed) {
      isChanged = true;
      return "";
    }
    const { kept, isDropped } = repeats.take(clause);
    isChanged ||= isDropped;
    return kept;
  };
  const mustWait = (): boolean =>
    isInGreeting
      ? !holdsDisclosure(held, disclosure) && held.length <= greetingChars + HELD_SLACK
      : held === "";
  const take = (clauses: readonly string[], isLast: boolean): string => {
    held += clauses.map(judged).join("");
    if (isLast && !isClaimed) held += repeats.rest();
    if (!isBegun && !isLast && mustWait()) return "";
    const opening = isBegun ? "" : isInGreeting && holdsDisclosure(held, disclosure) ? lead : before;
    if (!isBegun) shift = opening === "" ? 0 : opening.length + 1;
    const fresh = isBegun ? held : joined(opening, held);
    held = "";
    return release(fresh);
  };

  return {
    begin() {
      if (isInGreeting || before === "") return "";
      shift = before.length + 1;
      return release(`${before} `);
    },
    push(delta) {
      const { clauses, rest } = cutClauses(open + delta);
      open = rest;
      return take(clauses, false);
    },
    finish(acts) {
      const rest = open;
      open = "";
      if (!isBegun && rest === "" && held === "" && (acts || before === "")) return "";
      return take(rest === "" ? [] : [rest], true);
    },
    text: () => said,
    shift: () => (isChanged ? null : shift),
    claimed: () => isClaimed,
  };
}
