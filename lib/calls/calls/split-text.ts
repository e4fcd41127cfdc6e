/**
 * Characters of one text. Carriers take 1,600 and cut them into segments of some 150, each paid for and each one more to
 * lose; four segments arrive well.
 */
export const MAX_PART = 600;
/** Texts that one turn becomes at most: whoever has more to say sends a link. */
export const MAX_PARTS = 6;
/** A part is filled to this share before a sentence's end is preferred over a word's. */
const ENOUGH = 0.6;

/** Where a text that is too long is best cut: behind a sentence, else behind a word, else between two signs. */
function cutAt(text: string): number {
  const head = text.slice(0, MAX_PART + 1);
  const sentences = [...head.matchAll(/(?:[.!?…]["')\]]?\s)|\n/g)].map((m) => m.index + m[0].length);
  const sentence = sentences.findLast((end) => end <= MAX_PART + 1 && end >= MAX_PART * ENOUGH);
  if (sentence !== undefined) return sentence;
  const word = Math.max(head.lastIndexOf(" "), head.lastIndexOf("\n"), head.lastIndexOf("\t"));
  if (word > 0) return word + 1;
  // A sign outside the basic plane is two units, which stay together.
  const last = text.charCodeAt(MAX_PART - 1);
  return last >= 0xd8_00 && last <= 0xdb_ff ? MAX_PART - 1 : MAX_PART;
}

/** What an agent says, as the texts in which it is sent; none where it says nothing. What is beyond the last is left out, and shows that. */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > MAX_PART && parts.length < MAX_PARTS - 1) {
    const at = cutAt(rest);
    parts.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  if (rest.length > MAX_PART) {
    const fitting = rest.slice(0, cutAt(rest)).trimEnd();
    // The ellipsis takes one place; what is left of a sign whose second unit stood there goes too.
    rest = `${fitting.slice(0, MAX_PART - 1).replace(/[\ud800-\udbff]$/, "")}…`;
  }
  return rest === "" ? parts : [...parts, rest];
}
