import type { Answer } from "./consent";
import { isMailbox, plainWords } from "./normalize-words";
import { isRefusal } from "./refusal";

/** Words around an answer that do not change it. */
const EDGE =
  "(?:um|uh|er|erm|hmm|oh|ah|well|so|hey|hi|hello|sorry|i'm sorry|i am sorry|actually|look|listen|please|thanks|thank you|thank you very much|thanks very much|sir|ma'am|madam|then|honestly|really|i said|i say|i think|i guess|just|and|but|though|today|right now|at this time|now)";
const IT = "(?:that|this|it|this call|the call|the recording|being recorded)";
const YOU_DO = "(?:to |to do |do |you |you do |you did )?";

/** Refusals as a whole utterance, after an announcement or a question about the recording. */
const NO = [
  "no",
  "nope",
  "nah",
  "naw",
  "nay",
  "uh uh",
  "mm mm",
  "negative",
  "negatory",
  "never",
  "no way",
  "hell no",
  "heck no",
  "not okay",
  "not ok",
  "(?:absolutely|definitely|certainly|of course|surely|probably|preferably|better|rather) not",
  "not (?:today|now|this time|on this call|for me|happening|interested)",
  `(?:i'd|i would|i'd really|i would really) (?:rather|prefer)(?: you)?(?: to)? (?:not|didn't|did not|don't|do not|wouldn't)(?: ${YOU_DO}${IT}| to| do)?`,
  `(?:prefer|rather) not(?: to)?`,
  `(?:i )?(?:do not|don't|did not|didn't|cannot|can't|won't|will not|would not|wouldn't) (?:want|wish|like|agree|consent|accept|approve|allow|permit|authorize)(?: to| of| with)?(?: ${IT})?`,
  "i (?:do not|don't) want (?:you )?to",
  "i (?:do not|don't) (?:think so|believe so|think i do|want any)",
  `i (?:do not|don't|won't|will not|can't|cannot) give(?: you)?(?: my| any| the)? (?:consent|permission|approval)(?: to ${IT}| for ${IT})?`,
  `i (?:disagree|refuse|decline|object|opt out|withhold my consent)(?: to ${IT}| with ${IT}| of ${IT})?`,
  `(?:do not|don't)(?: you)?(?: do)?(?: ${IT})?`,
  `(?:i'm|i am|we're|we are) not (?:okay|ok|comfortable|happy|fine|cool|good|alright|all right)(?: with| about)?(?: ${IT})?`,
  `(?:that's|that is|it's|it is|that would be|it would be|that'd be) (?:a |a hard |a definite |a big )?no(?: from me| for me)?`,
  `(?:that's|that is|it's|it is) not (?:okay|ok|fine|alright|all right|acceptable|good)(?: with me| for me)?`,
  "(?:the|my) answer (?:is|would be) (?:still )?(?:a )?no",
  "i (?:would|will|have to|would have to|must|'d)(?: have to)? say no",
  "i'll (?:say no|have to say no|pass)",
  "i (?:think|guess) not",
  "count me out",
  "opt out",
];
const YES = [
  "(?:yes|yeah|yep|yup|ya|yea|uh huh|mm hmm|aye|it is|you may|you can|that's right)",
  "(?:sure|sure thing|of course|certainly|absolutely|definitely|indeed|affirmative|agreed|approved|confirmed|correct|right|exactly|great|perfect|cool|fine|okay|ok|k|alright|all right|good)",
  `(?:go|go right) ahead(?: and record)?`,
  "(?:no|not a) (?:problem|worries|issue|issues|objection|objections|problem at all|problems|bother)(?: with that| at all| here| from me)?",
  "not at all",
  `(?:i |we )?(?:do not|don't|wouldn't|would not) (?:mind|object|care|have (?:a|any) (?:problem|objection|objections|issue)(?: with ${IT})?)(?: ${IT})?(?: at all)?`,
  `(?:that's|that is|it's|it is|that would be|i'm|i am) (?:fine|okay|ok|alright|all right|good|great|cool|no problem|no worries|not a problem|perfectly fine)(?: with me| by me| with that)?`,
  "(?:i|we) (?:agree|consent|accept|understand|do|approve)(?: to that| to it| to this)?",
  "(?:you|you certainly|yes you) (?:may|can)(?: record)?(?: this call| the call| it| this| me)?",
  "(?:sounds|works) (?:good|fine|great|for me)",
  "(?:please do|feel free|by all means|be my guest|do it)",
];
/** The phrases, each matched up to the end of a word. */
const PHRASES = {
  edge: [new RegExp(`${EDGE}(?= |$)`, "y")],
  no: NO.map((phrase) => new RegExp(`(?:${phrase})(?= |$)`, "y")),
  yes: YES.map((phrase) => new RegExp(`(?:${phrase})(?= |$)`, "y")),
};

/** The end positions of the phrases that match at a position. */
const endsAt = (words: string, at: number, phrases: readonly RegExp[]): number[] =>
  phrases.flatMap((phrase) => {
    phrase.lastIndex = at;
    const match = phrase.exec(words);
    return match === null ? [] : [at + match[0].length];
  });

/** Whether the text consists of phrases of an answer and words around them. Reads each position once. */
function isWhole(words: string, answer: readonly RegExp[]): boolean {
  /** By position: undefined if no phrase ends before it, else whether an answer precedes it. */
  const reached: (boolean | undefined)[] = [false];
  for (let at = 0; at < words.length; at++) {
    const isAnswered = reached[at];
    if (isAnswered === undefined) continue;
    for (const end of endsAt(words, at, PHRASES.edge)) reached[end + 1] ||= isAnswered;
    for (const end of endsAt(words, at, answer)) reached[end + 1] = true;
  }
  return reached[words.length + 1] === true;
}
/** Longer speech is not an answer to one question. This also bounds the patterns. */
const MAX_ANSWER_WORDS = 16;

/** As whole utterances, these begin like a refusal and are none. */
const BEGINS_WITH_NO = new RegExp(
  `^(?:${EDGE} )*(?:no|nope|nah|naw|negative|never|don't|do not|not)\\b(?! (?:one|body|idea|doubt|matter|clue)\\b)`,
);
/** Words without content: an utterance of only these words answers the question. */
const ANSWERING = new Set(
  "i i'm i'd i'll you it it's that that's this is isn't are aren't was be am do don't does doesn't did didn't not no nope nah can can't cannot could couldn't will won't would wouldn't should shouldn't have has haven't to so the a an of and or but at all really very much still just think believe guess suppose feel say said saying want wish like agree consent accept allow prefer rather okay ok fine comfortable good right true correct false wrong incorrect invalid yes yeah answer case way sure if me my with for from now today please thanks thank never neither nor none nothing negative".split(
    " ",
  ),
);
/** Words of opposition. */
const OPPOSED =
  /\b(?:disagree|refuse|refusing|object|objection|decline|declining|opt out|nada|negat(?:ive|ory))\b/;

/** "I gotta say no", "hell nah": the answer is at the end. */
const ENDS_WITH_NO = /\b(?:no|nope|nah)$/;
/** The key that declines, spoken instead of pressed. */
const KEY_SAID = /^(?:press )?nine$/;

const mayAnswer = (words: string): boolean =>
  BEGINS_WITH_NO.test(words) ||
  KEY_SAID.test(words) ||
  ENDS_WITH_NO.test(words) ||
  OPPOSED.test(words) ||
  words.split(" ").every((word) => ANSWERING.has(word));

/**
 * Classifies a whole utterance as an answer to "this call is recorded", in English. A possible but unclear
 * refusal is `unclear`: the caller is asked.
 */
export function readAnswer(text: string): Exclude<Answer, "silence"> {
  const words = plainWords(text);
  if (words === "") return "unclear";
  if (isMailbox(words)) return "other";
  if (isRefusal(text)) return "no";
  if (words.split(" ").length > MAX_ANSWER_WORDS) return BEGINS_WITH_NO.test(words) ? "unclear" : "other";
  if (isWhole(words, PHRASES.yes)) return "yes";
  if (isWhole(words, PHRASES.no)) return "no";
  return mayAnswer(words) ? "unclear" : "other";
}

/** A caller does not repeat this many words of an announcement by chance. */
const SURELY_ECHO_WORDS = 5;

/**
 * Whether words transcribed while `played` was played can be its echo: all of them occur in it, in the same
 * order.
 */
export function detectEcho(text: string, played: string): "echo" | "maybe" | "none" {
  const heardWords = plainWords(text);
  const count = heardWords === "" ? 0 : heardWords.split(" ").length;
  if (count < 2 || !` ${plainWords(played)} `.includes(` ${heardWords} `)) return "none";
  return count >= SURELY_ECHO_WORDS ? "echo" : "maybe";
}
