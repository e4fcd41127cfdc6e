import { spokenByFlite } from "@/lib/voice/spoken";

/** One breath, and one job of a thread: about twelve seconds. */
const MAX_PIECE_CHARS = 200;
/** The first piece is heard while the next is made: it ends at the first pause from here on. */
const FIRST_PAUSE_CHARS = 10;
const LONG_FIRST_CHARS = 50;

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
    spokenByFlite(text)
      .split(/(?<=[.!?]["')]{0,4})\s+/)
      .flatMap(splitPiece)
      .filter((piece) => /[\p{L}\p{N}]/u.test(piece)),
  );
