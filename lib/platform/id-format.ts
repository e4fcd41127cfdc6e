// The form of identifiers, without what generates them: schemas use it, and browsers load schemas. `node:crypto` has no
// place here, since a bundler replaces it by 130 kB of code (gzip).

/** Prefixes of all kinds of identifiers. */
export const ID_PREFIXES = [
  "ws",
  "usr",
  "mem",
  "ses",
  "key",
  "agt",
  "tool",
  "int",
  "call",
  "cbk",
  "cmt",
  "ctc",
  "con",
  "imp",
  "cmp",
  "txt",
  "whk",
  "evt",
  "aud",
  "del",
  "exp",
  "num",
  "req",
  "job",
  "inv",
  "rst",
  "imk",
  "stf",
  "tck",
  "dlv",
  "ntc",
  "view",
  "join",
  "sip",
  "ste",
  "run",
  "spl",
  "srn",
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

// Crockford's base 32 in lower case: it sorts like the bytes it stands for, and has no l, o, i or u to
// misread.
export const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
export const TIME_CHARS = 10; // 50 bits of milliseconds: enough until the year 37,000
export const ORDER_CHARS = 2; // 10 bits: which one of its millisecond
export const RANDOM_CHARS = 14; // 70 bits
export const TAIL_CHARS = ORDER_CHARS + RANDOM_CHARS;

/** Creation time of an identifier, in milliseconds since the epoch. */
export function createdAtMsOf(id: string): number {
  const start = id.indexOf("_") + 1;
  let ms = 0;
  for (const sign of id.slice(start, start + TIME_CHARS)) ms = ms * 32 + ALPHABET.indexOf(sign);
  return ms;
}

const BODY = `[${ALPHABET}]{${TIME_CHARS + TAIL_CHARS}}`;

/** The first and the last identifier of one kind that begin with `start`, at most 26 characters of the alphabet. */
export const idRange = (prefix: IdPrefix, start: string): { from: string; to: string } => ({
  from: `${prefix}_${start.padEnd(TIME_CHARS + TAIL_CHARS, ALPHABET[0])}`,
  to: `${prefix}_${start.padEnd(TIME_CHARS + TAIL_CHARS, ALPHABET.at(-1))}`,
});

/** The pattern of one kind of identifier, for schemas. */
export const idPattern = (prefix: IdPrefix): RegExp => new RegExp(`^${prefix}_${BODY}$`);
