import { createHash } from "node:crypto";
import { pooledRandomBytes } from "./random";

/** Every kind of identifier that the product hands out. */
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
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

// Crockford's base 32 in lower case: it sorts like the bytes it stands for, and has no l, o, i or u to misread.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARS = 10; // 50 bits of milliseconds: enough until the year 37,000
const ORDER_CHARS = 2; // 10 bits: which one of its millisecond
const RANDOM_CHARS = 14; // 70 bits
const TAIL_CHARS = ORDER_CHARS + RANDOM_CHARS;

const LAST_OF_MS = 32 ** ORDER_CHARS - 1;
let latestMs = Number.NaN;
let latest = 0;

/**
 * Which one of its millisecond an identifier is (RFC 9562, 6.2, method 1: a counter that begins anywhere below a quarter).
 * What comes after some 800 of one millisecond is in no order, and as much an identifier.
 */
function orderIn(nowMs: number): number {
  const isSame = nowMs === latestMs;
  latestMs = nowMs;
  latest = isSame ? Math.min(latest + 1, LAST_OF_MS) : (pooledRandomBytes(1)[0] ?? 0);
  return latest;
}

/** A number in the identifiers' letters, in as many of them as asked for; it sorts as the number does. */
function digits(value: number, chars: number): string {
  let text = "";
  for (let i = 0, n = value; i < chars; i++, n = Math.floor(n / 32)) text = ALPHABET[n % 32] + text;
  return text;
}

/**
 * A prefixed identifier: `agt_01jd…`, 26 characters behind the prefix. Its text sorts by the time it was made; of one
 * process also within a millisecond, so that a list of what was made in a row stands in that order.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  const order = digits(orderIn(nowMs), ORDER_CHARS);
  return `${prefix}_${digits(nowMs, TIME_CHARS)}${order}${letters(pooledRandomBytes(RANDOM_CHARS))}`;
}

/** When an identifier was made, in milliseconds since the epoch. */
export function madeAtMs(id: string): number {
  const start = id.indexOf("_") + 1;
  let ms = 0;
  for (const sign of id.slice(start, start + TIME_CHARS)) ms = ms * 32 + ALPHABET.indexOf(sign);
  return ms;
}

function letters(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += ALPHABET[byte & 31];
  return text;
}

/**
 * The identifier of one thing out of a numbered series that belongs to `owner`: the same each time, so that the
 * database refuses to make it twice. Its time is the owner's.
 */
export function seriesId(prefix: IdPrefix, owner: string, number: number): string {
  const time = owner.slice(owner.indexOf("_") + 1).slice(0, TIME_CHARS);
  const digest = createHash("sha256").update(`${prefix}|${owner}|${number}`).digest();
  return `${prefix}_${time}${letters(digest.subarray(0, TAIL_CHARS))}`;
}

/** Signs that hold a number of a series in the order of their letters: 30 bits. */
const NUMBER_CHARS = 6;

/** As `seriesId`, and of two of one owner the one with the smaller number sorts first. Numbers from 0 to 2^30 - 1. */
export function orderedSeriesId(prefix: IdPrefix, owner: string, number: number): string {
  const start = prefix.length + 1 + TIME_CHARS;
  const id = seriesId(prefix, owner, number);
  return `${id.slice(0, start)}${digits(number, NUMBER_CHARS)}${id.slice(start + NUMBER_CHARS)}`;
}

const BODY = `[${ALPHABET}]{${TIME_CHARS + TAIL_CHARS}}`;

/** The pattern of one kind of identifier, for schemas. */
export const idPattern = (prefix: IdPrefix): RegExp => new RegExp(`^${prefix}_${BODY}$`);
