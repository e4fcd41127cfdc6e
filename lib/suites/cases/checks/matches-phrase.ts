import { foldText } from "@/lib/platform/fold-words";

const fold = (text: string): string => foldText(text).replace(/\s+/g, " ").trim();

/**
 * Whether a text contains a phrase. `*` stands for any words. Case, accents and white space do not count. Takes time linear in
 * the text: each part is searched once, after the one before it.
 */
export function matchesPhrase(text: string, phrase: string): boolean {
  const folded = fold(text);
  let from = 0;
  for (const part of fold(phrase).split("*")) {
    const words = part.trim();
    const at = folded.indexOf(words, from);
    if (at < 0) return false;
    from = at + words.length;
  }
  return true;
}
