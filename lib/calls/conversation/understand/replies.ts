import { findBoolean } from "./intents";
import { parseUtterance } from "./parsed-utterance";
import { tokensOf } from "./tokens";

/** More words than this are no mere yes. */
const MOST_WORDS = 8;
/** More words than this are no mere no. */
const MOST_NO_WORDS = 4;

const heardOf = (text: string, language: string) => parseUtterance(text, new Date(0), true, language);
/** Lower case, without punctuation. */
const plain = (text: string, language: string): string =>
  heardOf(text, language)
    .lower.replace(/[^\p{L}\p{N}' ]/gu, " ")
    .split(" ")
    .filter((word) => word !== "")
    .join(" ");

const YES =
  /^(?:(?:oh|well|um|uh|ah|ok|okay|sorry) )?(?:yes|yeah|yep|yup|yah|ya|aye|y|sure|ok|okay|absolutely|definitely|certainly|correct|right|exactly|affirmative|totally|please|please do|of course|i do|we do|that's right|that is right|do it|do that|go ahead|uh huh|mm ?hm+|stop|stop it|stop that|hell yes|hell yeah|damn right|obviously|duh|you bet|i just said so|i said so|i said yes|that's what i said|that is what i said|are you deaf yes)\b/;
const NOT = /\b(?:no|not|don't|dont|never|but)\b/;

/** A yes, and nothing else of weight: to a question on which much depends. */
export function isYes(text: string, language = "en"): boolean {
  const isShort = tokensOf(text).length <= MOST_WORDS && !/\d/.test(text);
  const words = plain(text, language);
  return isShort && YES.test(words) && !NOT.test(words);
}

/** A no, and nothing else. */
export const isNo = (text: string, language = "en"): boolean =>
  tokensOf(text).length <= MOST_NO_WORDS && findBoolean(heardOf(text, language))?.value === false;

/** Words before or behind what is said, which change nothing about it. */
const LEAD = "(?:oh|um|uh|well|sorry|wait|hey|no|nope|nah|hang on|hold on|actually|but|please|god|hm|hmm)";
const TAIL = "(?:please|sorry|at all|thanks|thank you|though|actually|no)";
/** A part of a verb with "not", as it is said. */
const NOT_THAT = "(?:that's|that is|that was|it's|it is|it was|this is)? ?(?:not|isn't|wasn't)";
/** Ways to say, of what was just done, that it was not meant; each is a whole sentence, without punctuation. */
const TAKEN_BACK = [
  `(?:that |it |this )?${NOT_THAT} what i (?:meant|said|wanted|asked|asked for)`,
  "i (?:did not|didn't|never) (?:mean|meant|say|said|want|wanted|ask for|asked for) (?:that|it|this)",
  "i (?:did not|didn't) mean to (?:be removed|opt out|unsubscribe|do that|say that|stop (?:that|it|the calls|your calls))",
  "(?:i think |i guess )?(?:you|you have|you've|you must have) (?:misunderstood|misheard)(?: me| that)?",
  "(?:i think )?you got (?:that|it|me|this) (?:all )?wrong",
  "(?:that's|that is|that was|it's|it is|this is) (?:wrong|incorrect|not right|not correct|a mistake)",
  "(?:yes )?(?:undo|reverse|revert|cancel) (?:that|it|this)",
  "undo",
  "(?:put|add) me back(?: on| in)?(?: the list| your list)?",
  "keep (?:calling|texting|contacting) me",
  "i(?:'ve| have)? changed my mind",
].map((core) => new RegExp(`^(?:${LEAD} ){0,4}${core}(?: ${TAIL}){0,2}$`));
/** A mere no; "no thanks" declines something else. */
const NO_ALONE =
  /^(?:(?:oh|um|uh|well|sorry|wait|hey|no|nope|hm|hmm) ){0,4}(?:no|nope|nah|wrong|incorrect|no sorry|no wait|no please)$/;
/** More sentences than this are a story, in which "I changed my mind" may be about anything. */
const MOST_SENTENCES = 3;
/** A sentence that only opens or closes another one. */
const EMPTY = new RegExp(`^${LEAD}(?: ${LEAD}){0,3}$`);

/**
 * Whether the caller says that what the agent has just done was not what they meant, and nothing else: a sentence that
 * says anything more, or a yes, leaves it done.
 */
export function takesBack(text: string, language = "en"): boolean {
  const sentences = text
    .split(/[.!?;,\n]/)
    .map((sentence) => plain(sentence, language))
    .filter((sentence) => sentence !== "");
  if (sentences.length > MOST_SENTENCES) return false;
  const isTakenBack = (sentence: string) =>
    NO_ALONE.test(sentence) || TAKEN_BACK.some((pattern) => pattern.test(sentence));
  return (
    sentences.some(isTakenBack) &&
    sentences.every((sentence) => isTakenBack(sentence) || EMPTY.test(sentence))
  );
}
