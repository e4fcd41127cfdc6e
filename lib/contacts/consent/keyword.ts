/** Words that stop every call and text; CTIA Messaging Principles 2023, 5.1.3, and 47 CFR 64.1200(a)(10). */
const STOP = new Set(["stop", "stopall", "unsubscribe", "end", "quit", "cancel", "revoke", "optout"]);
const START = new Set(["start", "unstop"]);
const HELP = new Set(["help"]);

export type Keyword = "stop" | "start" | "help";

/**
 * What a text asks for when it is a keyword and nothing else, in any case and with any punctuation or blanks around or
 * within ("Stop.", "OPT-OUT", "stop all"); null for every other text. Source: product.md, "Contacts, consent,
 * suppression".
 */
export function keywordOf(text: string): Keyword | null {
  const word = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  if (STOP.has(word)) return "stop";
  if (START.has(word)) return "start";
  return HELP.has(word) ? "help" : null;
}
