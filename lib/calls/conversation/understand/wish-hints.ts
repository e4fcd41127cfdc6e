import { isMisspelled } from "./misspelled";

/** Ways to reach a caller, by their beginnings: "calling", "callin'", "phoned". */
const REACHES = [
  "call",
  "phone",
  "phonin",
  "ring",
  "text",
  "contact",
  "telephon",
  "messag",
  "robocall",
  "dial",
  "bother",
  "harass",
];
/** Words that a reach is refused with, or that take a number or a consent away. */
const REFUSES: ReadonlySet<string> = new Set(
  `stop stopp stopped quit cease desist no not never nae none enough refrain exclude off remove purge delete revoke withdraw terminate discontinue halt unenroll
   consent permission allowed anymore without knock sick tired unsubscribe opt end leave lose bugger piss dnc`.split(
    /\s+/,
  ),
);
/** Whom or what a refused reach is aimed at. */
const MINE: ReadonlySet<string> = new Set(
  "me us my our mine number phone line house hoose home cell mobile again here anymore future list calls please account".split(
    " ",
  ),
);
/** Behind a reach these make it another matter: who else is called, or when. */
const OTHERWISE: ReadonlySet<string> = new Set(
  `it him her them that this before after until till unless during while when if back later tomorrow today tonight instead
   about mr mrs ms sir names liar bob waiting mother mom dad father boss sister brother wife husband doctor bank`.split(
    /\s+/,
  ),
);
/** Things that must not be forgotten are wanted. */
const WANTED: ReadonlySet<string> = new Set("forget hesitate mind worry problem".split(" "));
/** A wish is short; a story that holds these words is none. */
const MAX_WORDS = 24;
/** Words between the refusal and the reach, in either order. */
const MAX_APART = 7;
const MIN_FUZZY = 5;

const isReach = (word: string): boolean =>
  REACHES.some((reach) => word.startsWith(reach)) ||
  (word.length >= MIN_FUZZY && isMisspelled(word, "calling"));
const isRefusal = (word: string): boolean =>
  REFUSES.has(word) ||
  /^(?:do|ca|wo|could|should|would|did)n'?t$/.test(word) ||
  word === "cannot" ||
  word === "stpo";

/**
 * Whether words may ask to be contacted no more, by the words alone: a refusal near a way to reach the caller, aimed at
 * the caller. It is a hint and no more: the caller is asked, and only a yes counts. Linear in the number of words.
 */
export function hintsAtOptOut(tokens: readonly string[]): boolean {
  if (tokens.length > MAX_WORDS || tokens.some((word) => WANTED.has(word))) return false;
  const refusals = tokens.flatMap((word, at) => (isRefusal(word) ? [at] : []));
  if (refusals.length === 0) return false;
  return tokens.some((word, at) => {
    if (!isReach(word)) return false;
    const nextTokens = tokens.slice(at + 1, at + 4);
    if (
      nextTokens.some((next) => OTHERWISE.has(next)) &&
      !nextTokens.some((next) => next === "number" || next === "phone")
    )
      return false;
    const isNear = refusals.some((refusal) => Math.abs(refusal - at) <= MAX_APART);
    const isAimed = word === "calls" || tokens.some((token, n) => n !== at && MINE.has(token));
    return isNear && isAimed;
  });
}
