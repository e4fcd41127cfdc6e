import { createHash } from "node:crypto";
import { pooledRandomBytes } from "./random";

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
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

// Crockford's base 32 in lower case: it sorts like the bytes it stands for, and has no l, o, i or u to
// misread.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARS = 10; // 50 bits of milliseconds: enough until the year 37,000
const ORDER_CHARS = 2; // 10 bits: which one of its millisecond
const RANDOM_CHARS = 14; // 70 bits
const TAIL_CHARS = ORDER_CHARS + RANDOM_CHARS;

const MAX_ORDER = 32 ** ORDER_CHARS - 1;
let latestMs = Number.NaN;
let latestOrder = 0;

/**
 * The position of an identifier within its millisecond (RFC 9562, 6.2, method 1: a counter with a random
 * start below a quarter of its range). After some 800 identifiers in one millisecond the rest are unordered,
 * but still unique.
 */
function nextOrder(nowMs: number): number {
  const isSame = nowMs === latestMs;
  latestMs = nowMs;
  latestOrder = isSame ? Math.min(latestOrder + 1, MAX_ORDER) : (pooledRandomBytes(1)[0] ?? 0);
  return latestOrder;
}

/** Encodes a number in exactly `chars` base 32 characters, which sort like the number. */
function encodeNumber(value: number, chars: number): string {
  let text = "";
  for (let i = 0, n = value; i < chars; i++, n = Math.floor(n / 32)) text = ALPHABET[n % 32] + text;
  return text;
}

/**
 * A prefixed identifier such as `agt_01jd…`, with 26 characters after the prefix. It sorts by creation time.
 * Within one process it also sorts within a millisecond, so that a list shows rows in the order of their
 * creation.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  const order = encodeNumber(nextOrder(nowMs), ORDER_CHARS);
  return `${prefix}_${encodeNumber(nowMs, TIME_CHARS)}${order}${encodeBytes(pooledRandomBytes(RANDOM_CHARS))}`;
}

/** Creation time of an identifier, in milliseconds since the epoch. */
export function createdAtMsOf(id: string): number {
  const start = id.indexOf("_") + 1;
  let ms = 0;
  for (const sign of id.slice(start, start + TIME_CHARS)) ms = ms * 32 + ALPHABET.indexOf(sign);
  return ms;
}

function encodeBytes(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += ALPHABET[byte & 31];
  return text;
}

/**
 * The identifier of item `number` in a series of `owner`. It is deterministic, so that the database rejects a
 * duplicate. Its time is the owner's.
 */
export function seriesId(prefix: IdPrefix, owner: string, number: number): string {
  const time = owner.slice(owner.indexOf("_") + 1).slice(0, TIME_CHARS);
  const digest = createHash("sha256").update(`${prefix}|${owner}|${number}`).digest();
  return `${prefix}_${time}${encodeBytes(digest.subarray(0, TAIL_CHARS))}`;
}

/** Characters that encode a number of a series: 30 bits. */
const NUMBER_CHARS = 6;

/** Like `seriesId`, but the identifiers of one owner sort by number. Numbers from 0 to 2^30 - 1. */
export function orderedSeriesId(prefix: IdPrefix, owner: string, number: number): string {
  const start = prefix.length + 1 + TIME_CHARS;
  const id = seriesId(prefix, owner, number);
  return `${id.slice(0, start)}${encodeNumber(number, NUMBER_CHARS)}${id.slice(start + NUMBER_CHARS)}`;
}

const BODY = `[${ALPHABET}]{${TIME_CHARS + TAIL_CHARS}}`;

/** The first and the last identifier of one kind that begin with `start`, at most 26 characters of the alphabet. */
export const idRange = (prefix: IdPrefix, start: string): { from: string; to: string } => ({
  from: `${prefix}_${start.padEnd(TIME_CHARS + TAIL_CHARS, ALPHABET[0])}`,
  to: `${prefix}_${start.padEnd(TIME_CHARS + TAIL_CHARS, ALPHABET.at(-1))}`,
});

/** The pattern of one kind of identifier, for schemas. */
export const idPattern = (prefix: IdPrefix): RegExp => new RegExp(`^${prefix}_${BODY}$`);
