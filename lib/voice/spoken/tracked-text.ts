/** A text with the position in the original text that each position of it stands for, its end included. */
export type TrackedText = { text: string; origins: readonly number[] };

/** Returns a text in NFC. If that changes its length, positions are proportional. */
export function trackText(original: string): TrackedText {
  const text = original.normalize("NFC");
  const scale = text.length === 0 ? 0 : original.length / text.length;
  return { text, origins: Array.from({ length: text.length + 1 }, (_, at) => Math.floor(at * scale)) };
}

/** `replace` gives the match and its groups, then a number and the whole text. */
const groupsOf = (match: RegExpExecArray): string[] => [...match] as string[];

/**
 * Replaces each match. The positions within a replacement stand for the beginning of the match, so that a part of it
 * counts as none of it.
 */
export function replaceTracked(
  { text, origins }: TrackedText,
  pattern: RegExp,
  replacement: (...match: string[]) => string,
): TrackedText {
  let result = "";
  const positions: number[] = [];
  let from = 0;
  const keep = (to: number) => {
    result += text.slice(from, to);
    for (let at = from; at < to; at++) positions.push(origins[at] ?? 0);
  };
  for (const match of text.matchAll(pattern)) {
    keep(match.index);
    const replaced = replacement(...groupsOf(match));
    result += replaced;
    const origin = origins[match.index] ?? 0;
    for (let at = 0; at < replaced.length; at++) positions.push(origin);
    from = match.index + match[0].length;
  }
  if (from === 0) return { text, origins };
  keep(text.length);
  positions.push(origins[text.length] ?? 0);
  return { text: result, origins: positions };
}
