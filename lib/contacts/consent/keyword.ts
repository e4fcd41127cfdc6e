/** Words that stop all calls and texts. Sources: CTIA Messaging Principles 2023, 5.1.3, and 47 CFR 64.1200(a)(10). */
const STOP = new Set(["stop", "stopall", "unsubscribe", "end", "quit", "cancel", "revoke", "optout"]);
const START = new Set(["start", "unstop"]);
const HELP = new Set(["help"]);

export type Keyword = "stop" | "start" | "help";

/**
 * The keyword that a text consists of, in any case and with any punctuation or spaces ("Stop.", "OPT-OUT", "stop all").
 * Null for every other text. Source: product.md, "Contacts, consent, suppression".
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
