import { isForeign } from "./foreign";

/**
 * Languages that masking, card detection, recording refusals, opt-outs and read-backs have a lexicon for, by primary
 * language subtag (BCP 47). A language joins this list when all five understand it.
 */
const COVERED_LANGUAGES: ReadonlySet<string> = new Set(["en"]);

/** Whether the privacy code understands a language, given as a BCP 47 tag such as `en-US`. */
export const isCoveredLanguage = (tag: string): boolean =>
  COVERED_LANGUAGES.has(tag.split("-")[0]?.toLowerCase() ?? "");

/** Whether masking cannot read a text of a conversation in `language` (BCP 47), so that the text must be withheld. */
export const isUnreadable = (text: string, language: string): boolean =>
  !isCoveredLanguage(language) || isForeign(text);
