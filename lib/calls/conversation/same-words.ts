/** Marks behind a word that do not change its meaning. */
const MARKS = ".,;:!…";

/** Removes the marks at a word's end. A pattern would take quadratic time for a text of many marks. */
function withoutMarks(word: string): string {
  let end = word.length;
  while (end > 0 && MARKS.includes(word.charAt(end - 1))) end--;
  return word.slice(0, end);
}

/**
 * A caller's words without case and the punctuation behind words. A question mark and marks within
 * words ("1.5", "-5", "a@b.c") change the meaning, and stay.
 */
export const normalizeWords = (text: string): string =>
  text
    .toLowerCase()
    .split(/\s+/u)
    .map(withoutMarks)
    .filter((word) => word !== "")
    .join(" ");

/** Whether two transcripts have the same words. */
export const isSameWords = (text: string, otherText: string): boolean =>
  normalizeWords(text) === normalizeWords(otherText);
