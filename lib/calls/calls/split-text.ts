/**
 * Maximum characters of one text. Carriers accept 1,600 and split them into billed segments of about 150,
 * each of which can be lost; four segments arrive reliably.
 */
export const MAX_PART_CHARS = 600;
/** Maximum texts per turn; for more content, an agent can send a link. */
export const MAX_PARTS = 6;
/** A sentence's end is preferred over a word's if the part is at least this full. */
const MIN_FILL = 0.6;

/** Finds the best cut of a long text: after a sentence, else after a word, else between two code points. */
function findCut(text: string): number {
  const head = text.slice(0, MAX_PART_CHARS + 1);
  const sentences = [...head.matchAll(/(?:[.!?…]["')\]]?\s)|\n/g)].map((m) => m.index + m[0].length);
  const sentence = sentences.findLast((end) => end <= MAX_PART_CHARS + 1 && end >= MAX_PART_CHARS * MIN_FILL);
  if (sentence !== undefined) return sentence;
  const word = Math.max(head.lastIndexOf(" "), head.lastIndexOf("\n"), head.lastIndexOf("\t"));
  if (word > 0) return word + 1;
  // A surrogate pair stays together.
  const last = text.charCodeAt(MAX_PART_CHARS - 1);
  return last >= 0xd8_00 && last <= 0xdb_ff ? MAX_PART_CHARS - 1 : MAX_PART_CHARS;
}

/**
 * Splits an agent's turn into texts; none for an empty turn. Text beyond the last part is omitted, with an
 * ellipsis.
 */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  let remaining = text.trim();
  while (remaining.length > MAX_PART_CHARS && parts.length < MAX_PARTS - 1) {
    const at = findCut(remaining);
    parts.push(remaining.slice(0, at).trimEnd());
    remaining = remaining.slice(at).trimStart();
  }
  if (remaining.length > MAX_PART_CHARS) {
    const fitting = remaining.slice(0, findCut(remaining)).trimEnd();
    // The ellipsis needs one character; a lone surrogate before it is removed too.
    remaining = `${fitting.slice(0, MAX_PART_CHARS - 1).replace(/[\ud800-\udbff]$/, "")}…`;
  }
  return remaining === "" ? parts : [...parts, remaining];
}
