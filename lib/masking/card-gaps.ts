import { isDigitToken, type Lattice } from "./lattice";
import type { Token } from "./tokens";

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Punctuation that may stand between the groups of one number. */
const CLOSE = /^[^,;:$€£¥%@\p{L}\p{N}]$/u;
const LOOSE = /^[,;:]$/;
/**
 * Longest group of a card number. A comma or "and" may separate the groups of one number or several numbers, so it
 * counts as the former only between groups of at most this length.
 */
const GROUP_MAX = 6;

/** Words that callers say between the groups of a card. */
const FILLERS = words(
  `first second third fourth next last final other following remaining another group groups block set part bit chunk
  four six five three digits digit numbers number ones after before followed by comes goes go we have got that this these those was
  were is are be been being begins starts ends ending finish finally lastly up now then here okay ok right alright yes
  it its s re m the a an and so to of with my on at in continues continuing carry visa mastercard amex card hyphen x`,
);

/** Words that introduce another number, or say what the number before them counts. No card number continues past them. */
const CONTRARY = words(
  `year years order orders invoice invoices room rooms account amount price total thing things people person persons
  day days week weeks month months night nights hour hours minute minutes o'clock euro euros dollar dollars pound pounds
  cent cents percent piece pieces item items code zip postcode postal street avenue road house floor apartment flat
  phone telephone mobile cell extension reference booking reservation ticket tickets case contract policy customer
  member membership passport birthday born date time adults adult children kids guests kilometers km miles meters feet kilos degrees age aged`,
);

/** Words that make a number a count of digits: "the next four", "these four". */
const COUNTS_BEFORE = words(
  "first second third fourth next last final other following remaining another these those all final",
);
const COUNTS_BEHIND = words("digits numbers ones");

/** How a token separates two groups of digits, from punctuation ("close") to the start of another number ("never"). */
export type Gap = "close" | "list" | "talk" | "words" | "correction" | "never";

const BEGINS_CORRECTION = words("oops hang");

export function classifyGap(lattice: Lattice, at: number): Gap {
  const token = lattice.tokens[at];
  if (token === undefined) return "never";
  if (token.kind === "punct") return gapOfPunct(lattice, at, token);
  if (token.kind === "digits" || isDigitToken(lattice, at))
    return isDigitCount(lattice, at) ? "talk" : "never";
  const { info, text } = token;
  if (info?.and) return betweenGroups(lattice, at) ? "close" : "list";
  if (info?.joiner || (text === "x" && betweenGroups(lattice, at))) return "close";
  if (CONTRARY.has(text) || info?.month !== undefined || info?.am || info?.pm) return "never";
  if (info?.correction || BEGINS_CORRECTION.has(text)) return "correction";
  return info?.smallTalk || info?.softJoiner || FILLERS.has(text) ? "talk" : "words";
}

function gapOfPunct(lattice: Lattice, at: number, { text }: Token): Gap {
  if (CLOSE.test(text)) return "close";
  if (!LOOSE.test(text)) return "never";
  return betweenGroups(lattice, at) ? "close" : "list";
}

/** Whether the digits on both sides are short enough to be groups of one number. */
function betweenGroups(lattice: Lattice, at: number): boolean {
  const short = (token: Token | undefined) => token?.kind !== "digits" || token.text.length <= GROUP_MAX;
  return short(lattice.tokens[at - 1]) && short(lattice.tokens[at + 1]);
}

/** Whether a number counts digits ("the next four"), so that it is not a digit of the card itself. */
function isDigitCount({ tokens }: Lattice, at: number): boolean {
  const token = tokens[at];
  if (token?.kind === "digits" && token.text.length > 1) return false;
  return COUNTS_BEFORE.has(tokens[at - 1]?.text ?? "") || COUNTS_BEHIND.has(tokens[at + 1]?.text ?? "");
}
