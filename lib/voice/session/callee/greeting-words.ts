/** Machines that a greeting's words reveal. */
export type GreetingKind = "mailbox" | "screening";

/**
 * Phrases of mailboxes and of call screening. Each is a phrase that a person who answers does not say to a caller; "not
 * available" alone is no such phrase. Sources: the standard greetings of iOS 26 and Android 16 call screening, of Verizon,
 * AT&T and T-Mobile voicemail, and Twilio's examples in its documentation of answering machine detection.
 */
const PHRASES: Readonly<Record<string, Readonly<Record<GreetingKind, RegExp>>>> = {
  en: {
    mailbox:
      /\b(?:leave (?:(?:me|us) )?(?:a|your|the|any) (?:\w+ )?(?:message|name|number)|(?:after|at|following) the (?:tone|beep)|record your message|voice ?mail(?:box)?(?: of| for)|(?:forwarded|transferred) to (?:an? |the )?(?:automat(?:ic|ed) )?voice|mailbox (?:is full|of|for|has not)|has a voice ?mail|can(?:not|'?t| not) (?:come to|take|get to|answer) (?:the|your|my) (?:phone|call)|reached the (?:voice ?mail|mailbox|answering machine))\b/,
    screening:
      /\b(?:(?:say|state|record|give) your name and (?:\w+ ){0,4}(?:reason|why|purpose)|(?:say|state|record|tell me) (?:\w+ ){0,3}(?:why|the reason) (?:you are|you're|for|of) (?:calling|your call)|call screening|screening service|see if (?:this|the) person is available|who is calling and why)\b/,
  },
  es: {
    mailbox:
      /(?:deje (?:su|un|el) (?:mensaje|nombre)|despu[eé]s (?:del|de la) (?:tono|se[nñ]al)|buz[oó]n de voz|al o[ií]r la se[nñ]al)/,
    screening: /(?:diga su nombre y (?:el )?motivo|grabe su nombre|indique el motivo de (?:su|la) llamada)/,
  },
  de: {
    mailbox:
      /(?:hinterlassen sie (?:eine|ihre)|nach dem (?:signal|piep|ton)|mailbox von|anrufbeantworter|ist (?:derzeit|zur zeit|momentan) nicht erreichbar)/,
    screening:
      /(?:nennen sie (?:bitte )?ihren namen und (?:den )?(?:grund|anlass)|grund (?:ihres|des) anrufs)/,
  },
  fr: {
    mailbox:
      /(?:laissez (?:un|votre|moi un) message|apr[eè]s le (?:bip|signal|signal sonore)|bo[iî]te vocale|messagerie (?:vocale )?de|r[eé]pondeur)/,
    screening:
      /(?:dites votre nom et (?:la raison|le motif|pourquoi)|(?:raison|motif) de votre appel|indiquez votre nom)/,
  },
};

/** Longer words change nothing, and patterns read a bounded text. */
const MAX_CHARS = 2_000;

/**
 * Classifies the words of a greeting in the agent's language, and in English, which many networks use. Null if they
 * contain no phrase of a mailbox or of call screening. Screening is also a machine, but a person can follow.
 */
export function classifyGreeting(text: string, language: string): GreetingKind | null {
  const normalized = text
    .slice(0, MAX_CHARS)
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[.,;!?]+/g, " ")
    .replace(/\s+/g, " ");
  const base = language.split("-")[0] ?? "en";
  const lists = [PHRASES[base], PHRASES.en].filter((list) => list !== undefined);
  if (lists.some(({ screening }) => screening.test(normalized))) return "screening";
  return lists.some(({ mailbox }) => mailbox.test(normalized)) ? "mailbox" : null;
}
