import { RULES } from "./rules";

/** Maximum text of one turn: ten minutes of speech. The remainder is ignored. */
const MAX_CHARS = 8_000;
/** One breath, and one job of a thread: about twelve seconds. */
const MAX_PIECE_CHARS = 200;
/** The first piece is heard while the next is made: it ends at the first pause from here on. */
const FIRST_PAUSE_CHARS = 10;
const LONG_FIRST_CHARS = 50;

/** Text as it is said: numbers, dates, times, sums, addresses, codes, initials in words. English. */
export function spokenText(text: string): string {
  let result = text.slice(0, MAX_CHARS).normalize("NFC");
  for (const { pattern, toSpoken: replacement } of RULES)
    result = result.replace(pattern, (...match: unknown[]) =>
      replacement(...(match.filter(isGroup) as string[])),
    );
  return result
    .replace(/\s+/g, " ")
    .replace(/ ([,.;:!?])/g, "$1")
    .replace(/,(?=[,.;:!?])/g, "")
    .trim();
}

/** `replace` gives the match and its groups, then a number and the whole text. */
const isGroup = (value: unknown, at: number, all: unknown[]): boolean =>
  at < all.length - 2 && (typeof value === "string" || value === undefined);

/** Cuts a piece that is too long at its last pause, else at its last space. */
function splitPiece(piece: string): string[] {
  const pieces: string[] = [];
  let remaining = piece;
  while (remaining.length > MAX_PIECE_CHARS) {
    const head = remaining.slice(0, MAX_PIECE_CHARS);
    const pause = Math.max(head.lastIndexOf(", "), head.lastIndexOf("; "), head.lastIndexOf(": "));
    const at = pause > 0 ? pause + 1 : head.lastIndexOf(" ") > 0 ? head.lastIndexOf(" ") : MAX_PIECE_CHARS;
    pieces.push(remaining.slice(0, at).trim());
    remaining = remaining.slice(at).trim();
  }
  return [...pieces, remaining];
}

/** Begins with little, so that the first sound comes early. */
function quickStart(pieces: string[]): string[] {
  const [first, ...laterPieces] = pieces;
  if (first === undefined || first.length < LONG_FIRST_CHARS) return pieces;
  const pause = /[,;:] /.exec(first.slice(FIRST_PAUSE_CHARS));
  if (pause === null) return pieces;
  const at = FIRST_PAUSE_CHARS + pause.index + 1;
  return [first.slice(0, at), first.slice(at).trim(), ...laterPieces];
}

/**
 * The phrases to synthesize one by one: sentences, or parts of long ones. None without a letter or a digit.
 */
export const piecesOf = (text: string): string[] =>
  quickStart(
    spokenText(text)
      .split(/(?<=[.!?]["')]{0,4})\s+/)
      .flatMap(splitPiece)
      .filter((piece) => /[\p{L}\p{N}]/u.test(piece)),
  );
