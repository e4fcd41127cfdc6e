import type { BriefingWords } from "@/lib/calls/calls";
import { primaryLanguage } from "@/lib/platform/primary-language";
import { escapeXml, twimlResponse } from "./twiml";

/**
 * Languages of Twilio's basic voices (`man`, the documented default). Its further voices are those of Amazon and Google, which
 * must not receive a caller's words. Source: twilio.com/docs/voice/twiml/say, read on 2026-11-28.
 */
const BASIC_LANGUAGES: Readonly<Record<string, string>> = {
  de: "de-DE",
  en: "en-US",
  es: "es-ES",
  fr: "fr-FR",
  it: "it-IT",
};

/** The language in which Twilio speaks to a person whose agent speaks `language` (BCP 47): the same, or English. */
export const briefingLanguage = (language: string): string =>
  primaryLanguage(language) in BASIC_LANGUAGES ? primaryLanguage(language) : "en";

/** How long a person has to press a key after the briefing. The waiting caller hears ringing meanwhile. */
const ANSWER_S = 8;
/** How long a key may follow the announcement. */
const KEY_S = 2;
/** The pause between the announcement and the keys that answer: the shortest that Twilio has. */
const GAP_S = 1;
/** The briefing is played twice: the first words of a call are often missed. */
const TIMES = 2;

const say = (language: string, text: string): string =>
  `<Say voice="man" language="${BASIC_LANGUAGES[language] ?? "en-US"}">${escapeXml(text)}</Say>`;

const gatherVerb = (action: string, timeoutS: number, content: string): string =>
  `<Gather input="dtmf" numDigits="1" finishOnKey="" timeout="${timeoutS}" action="${escapeXml(action)}" method="POST">${content}</Gather>`;

type BriefingUrls = {
  /** Receives a key. `isHeard`: the announcement, if there is one, was heard to its end. */
  key(isHeard: boolean): string;
};

/**
 * Briefs a person twice, and hangs up if they press no key. Twilio executes a verb only after the one before it has ended
 * without a key, so that the second `<Gather>` proves that the announcement in the first was heard.
 */
export function briefingTwiml(
  { introduction, announcement, keys }: BriefingWords,
  language: string,
  urls: BriefingUrls,
): string {
  const content = say(language, introduction) + (announcement === null ? "" : say(language, announcement));
  const passes = Array.from({ length: TIMES }, (_, time) => {
    const isHeard = announcement === null || time > 0;
    return (
      gatherVerb(urls.key(isHeard), GAP_S, content) +
      gatherVerb(urls.key(true), ANSWER_S, say(language, keys))
    );
  });
  return twimlResponse(`${passes.join("")}<Hangup/>`);
}

/**
 * Plays the announcement to its end to a person who has accepted before, and gives them time to press a key. Without one, Twilio
 * requests `acceptedUrl`.
 */
export function announcementTwiml(
  announcement: string,
  language: string,
  { keyUrl, acceptedUrl }: { keyUrl: string; acceptedUrl: string },
): string {
  const redirect = `<Redirect method="POST">${escapeXml(acceptedUrl)}</Redirect>`;
  return twimlResponse(say(language, announcement) + gatherVerb(keyUrl, KEY_S, "") + redirect);
}
