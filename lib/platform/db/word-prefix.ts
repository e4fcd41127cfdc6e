import { type RawBuilder, sql } from "kysely";

/** Combining marks that NFKD separates from Latin, Greek and Cyrillic letters. */
const MARKS = "[\u0300-\u036f]";
/**
 * The start of a text, or a character that is in no word: ASCII and Latin-1 marks, and general punctuation. Character
 * classes such as `\m` depend on the database's locale, which can be `C`.
 */
const WORD_START = "(^|[\u0001-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f])";

/** Matches a folded letter in either case, and any other character as it is. */
function eitherCase(character: string): string {
  const upper = character.toUpperCase();
  return upper === character || [...upper].length > 1 ? character : `[${character}${upper}]`;
}

/** The PostgreSQL pattern of a word prefix. `word` is one of `foldWords`, so it has letters and digits only. */
export const wordPrefixPattern = (word: string): string => WORD_START + [...word].map(eitherCase).join("");

/**
 * SQL condition: each of these words (`foldWords`) begins a word of the text, without case and accents. It reads every
 * row, so it is for texts of which a workspace has few, such as the names of agents.
 */
export function hasWordPrefixes(text: RawBuilder<string>, words: readonly string[]): RawBuilder<boolean> {
  const folded = sql`regexp_replace(normalize(${text}, NFKD), ${MARKS}, '', 'g')`;
  const conditions = words.map((word) => sql`${folded} ~ ${wordPrefixPattern(word)}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
