import { createHash } from "node:crypto";
import { ALPHABET, type IdPrefix, ORDER_CHARS, RANDOM_CHARS, TAIL_CHARS, TIME_CHARS } from "./id-format";
import { pooledRandomBytes } from "./random";

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
