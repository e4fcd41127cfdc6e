import { RULES } from "./rules";

/** What an agent says in one turn; ten minutes of speech. Nothing beyond is looked at or said. */
const MAX_CHARS = 8_000;
/** One breath, and one job of a thread: about twelve seconds. */
const MAX_PIECE_CHARS = 200;
/** The first piece is heard while the next is made: it ends at the first pause from here on. */
const FIRST_PAUSE_CHARS = 10;
const LONG_FIRST_CHARS = 50;

/** Text as it is said: numbers, dates, times, sums, addresses, codes, initials in words. English. */
export function spokenText(text: string): string {
  let said = text.slice(0, MAX_CHARS).normalize("NFC");
  for (const { written, said: how } of RULES)
    said = said.replace(written, (...match: unknown[]) => how(...(match.filter(isGroup) as string[])));
  return said
    .replace(/\s+/g, " ")
    .replace(/ ([,.;:!?])/g, "$1")
    .replace(/,(?=[,.;:!?])/g, "")
    .trim();
}

/** `replace` gives the match and its groups, then a number and the whole text. */
const isGroup = (value: unknown, at: number, all: unknown[]): boolean =>
  at < all.length - 2 && (typeof value === "string" || value === undefined);

/** Cuts a piece that is too long at its last pause, else at its last space. */
function cut(piece: string): string[] {
  const pieces: string[] = [];
  let rest = piece;
  while (rest.length > MAX_PIECE_CHARS) {
    const head = rest.slice(0, MAX_PIECE_CHARS);
    const pause = Math.max(head.lastIndexOf(", "), head.lastIndexOf("; "), head.lastIndexOf(": "));
    const at = pause > 0 ? pause + 1 : head.lastIndexOf(" ") > 0 ? head.lastIndexOf(" ") : MAX_PIECE_CHARS;
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...pieces, rest];
}

/** Begins with little, so that the first sound comes early. */
function quickStart(pieces: string[]): string[] {
  const [first, ...others] = pieces;
  if (first === undefined || first.length < LONG_FIRST_CHARS) return pieces;
  const pause = /[,;:] /.exec(first.slice(FIRST_PAUSE_CHARS));
  if (pause === null) return pieces;
  const at = FIRST_PAUSE_CHARS + pause.index + 1;
  return [first.slice(0, at), first.slice(at).trim(), ...others];
}

/** What is said in one breath each: sentences, or parts of long ones. Nothing without a letter or a digit. */
export const piecesOf = (text: string): string[] =>
  quickStart(
    spokenText(text)
      .split(/(?<=[.!?]["')]{0,4})\s+/)
      .flatMap(cut)
      .filter((piece) => /[\p{L}\p{N}]/u.test(piece)),
  );
