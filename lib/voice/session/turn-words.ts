import type { Expectation } from "@/lib/agents/providers/schema";
import { NOT_UNDERSTOOD_TEXT, wishesIn } from "@/lib/calls/conversation";
import { isRefusal } from "@/lib/calls/recordings";
import { isEnglish } from "../schema";

/** Signs of attention. A listener says them without wanting the turn. "Yes" and "no" are never among them. */
const BACKCHANNELS: ReadonlySet<string> = new Set(
  "mm;mhm;mm hm;mm hmm;mmhm;mmhmm;hm;hmm;uh huh;uhhuh;huh;ah;aha;oh;ok;okay;okay okay;right;alright;all right;i see;got it;sure;yeah;yep;yup;oh okay;oh i see;ah okay;cool;great;good".split(
    ";",
  ),
);
/** Of these, words that also answer a question for a yes. */
const AFFIRMATIONS: ReadonlySet<string> = new Set(
  "ok;okay;okay okay;right;alright;all right;sure;yeah;yep;yup;uh huh;uhhuh;mhm;mm hm;mm hmm;oh okay;ah okay;great;good".split(
    ";",
  ),
);

/** Words after which a sentence continues. */
const OPEN_ENDS: ReadonlySet<string> = new Set(
  "a;an;the;and;or;but;because;so;if;that;of;to;for;from;with;at;in;on;my;your;our;his;her;their;is;are;was;it's;its;i'm;um;uh;uhm;er;erm;hmm;well;like;then;plus;dot;dash;double;triple;point;minus;about;around;i;we;they".split(
    ";",
  ),
);
/** Questions whose answers are not continued after a preposition or a letter such as "a" or "i". */
const SPELLED: readonly Expectation["kind"][] = ["text", "email"];
const LETTERS: ReadonlySet<string> = new Set(["a", "i"]);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];

/** Whether words that were said over the agent's own are only a sign of attention. English. */
export function isBackchannel(text: string, { kind, language }: Expectation): boolean {
  if (!isEnglish(language)) return false;
  const plain = wordsOf(text)
    .join(" ")
    .replace(/^(?:er|um|uh) (?!huh$)/, "");
  if (!BACKCHANNELS.has(plain)) return false;
  return kind !== "yes_no" || !AFFIRMATIONS.has(plain);
}

/** Whether the words so far need more words: "my number is", "um", "and". English. */
export function isUnfinished(
  text: string,
  { kind, language }: Pick<Expectation, "kind" | "language">,
): boolean {
  if (!isEnglish(language)) return false;
  const last = wordsOf(text).at(-1);
  if (last === undefined || !OPEN_ENDS.has(last)) return false;
  return !(SPELLED.includes(kind) && LETTERS.has(last));
}

/**
 * Whether words take effect while the agent cannot be interrupted: a refusal of the recording, an opt-out, or
 * a request for a person.
 */
export function isUrgent(text: string, language: string): boolean {
  if (text === NOT_UNDERSTOOD_TEXT) return false;
  const { optOut, human } = wishesIn(text, language);
  return optOut !== null || human !== null || isRefusal(text);
}
