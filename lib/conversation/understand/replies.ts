import { hear } from "./heard";
import { findBoolean } from "./intents";
import { tokensOf } from "./tokens";

/** More words than this are no mere yes. */
const MOST_WORDS = 8;
/** More words than this are no mere no. */
const MOST_NO_WORDS = 4;

const heardOf = (text: string, language: string) => hear(text, new Date(0), true, language);
/** Lower case, without punctuation. */
const plain = (text: string, language: string): string =>
  heardOf(text, language)
    .lower.replace(/[^\p{L}\p{N}' ]/gu, " ")
    .split(" ")
    .filter((word) => word !== "")
    .join(" ");

const YES =
  /^(?:(?:oh|well|um|uh|ah|ok|okay|sorry) )?(?:yes|yeah|yep|yup|yah|ya|aye|y|sure|ok|okay|absolutely|definitely|certainly|correct|right|exactly|affirmative|totally|please|please do|of course|i do|we do|that's right|that is right|do it|do that|go ahead|uh huh|mm ?hm+)\b/;
const NOT = /\b(?:no|not|don't|dont|never|but)\b/;

/** A yes, and nothing else of weight: to a question on which much depends. */
export function isYes(text: string, language = "en"): boolean {
  const isShort = tokensOf(text).length <= MOST_WORDS && !/\d/.test(text);
  const said = plain(text, language);
  return isShort && YES.test(said) && !NOT.test(said);
}

/** A no, and nothing else. */
export const isNo = (text: string, language = "en"): boolean =>
  tokensOf(text).length <= MOST_NO_WORDS && findBoolean(heardOf(text, language))?.value === false;

/** Ways to say, of what was just done, that it was not meant; in lower case without punctuation. */
const TAKEN_BACK: readonly RegExp[] = [
  /^(?:(?:oh|um|uh|well|sorry|wait|hey) ){0,3}(?:no|nope|nah|wrong|incorrect)(?: no| sorry| please| wait| wrong){0,3}$/,
  /\b(?:not|isn't|wasn't) what i (?:meant|said|wanted|asked(?: for)?)\b/,
  /\bi (?:did not|didn't|never) (?:mean(?:t)?|say|said|want(?:ed)?|ask(?:ed)?|ask for) (?:that|it|this)$/,
  /\bi (?:did not|didn't) mean (?:to|that|it)\b/,
  /\b(?:you )?(?:misunderstood|misheard)\b/,
  /\bgot (?:that|it|me|this) (?:all )?wrong\b/,
  /^(?:no )?(?:that's|that is|it's|it is|this is) (?:wrong|incorrect|not right|not correct|a mistake)$/,
  /^(?:(?:no|yes|please|sorry) ){0,3}(?:undo|reverse|revert|cancel) (?:that|it|this)\b/,
  /^(?:(?:no|please|sorry) ){0,3}(?:undo|put me back|add me back|keep (?:calling|texting|contacting) me)\b/,
  /\bi(?:'ve| have)? changed my mind\b/,
];

/** Whether the caller says that what the agent has just done was not what they meant. */
export function takesBack(text: string, language = "en"): boolean {
  const said = plain(text, language);
  return TAKEN_BACK.some((pattern) => pattern.test(said));
}
