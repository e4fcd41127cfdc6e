import { hash, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Environment } from "@/lib/platform/context";

/**
 * The text of an API key: `prl_live_<id>_<secret><crc>` or `prl_test_…`. Ids that Parley generates have 14
 * characters. Their last 6 characters are the CRC-32 of everything before, in base 62, so that a typing error
 * or a secret scanner's match can be checked without a lookup. Ids of 16 to 32 characters come from an
 * operator (PARLEY_INIT_API_KEY) and have no checksum. The length of the id decides which rule applies.
 */
export type Token = {
  environment: Environment;
  id: string /** The text after the id, checksum included. */;
  secret: string;
};

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 83 bits, so that ids do not collide within an installation. */
const ID_CHARS = 14;
/** 256 bits. */
const SECRET_CHARS = 43;
/** 62^6 > 2^32. */
const CRC_CHARS = 6;
const HINT_CHARS = 4;
/** Longer than any valid key; a longer header is rejected without parsing. */
const MAX_CHARS = 300;

const TOKEN_PATTERN = /^prl_(live|test)_([A-Za-z0-9]{14}|[A-Za-z0-9]{16,32})_([A-Za-z0-9]{32,})$/;

const randomBase62 = (length: number): string =>
  Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join("");

function checksum(text: string): string {
  let remainder = crc32(text);
  let digits = "";
  for (let i = 0; i < CRC_CHARS; i++, remainder = Math.floor(remainder / BASE62.length))
    digits = BASE62[remainder % BASE62.length] + digits;
  return digits;
}

/** The text of a token. */
export const formatToken = ({ environment, id, secret }: Token): string =>
  `prl_${environment}_${id}_${secret}`;

/** A token with a new secret. A rotation passes its `id`; otherwise the id is new. */
export function newToken(environment: Environment, id: string = randomBase62(ID_CHARS)): Token {
  const secret = randomBase62(SECRET_CHARS);
  return { environment, id, secret: secret + checksum(formatToken({ environment, id, secret })) };
}

/** Parses a token; null for invalid text or a wrong checksum. This does not compare secrets. */
export function parseToken(text: string): Token | null {
  if (text.length > MAX_CHARS) return null;
  const [, environment, id, secret] = TOKEN_PATTERN.exec(text) ?? [];
  if ((environment !== "live" && environment !== "test") || id === undefined || secret === undefined)
    return null;
  const hasChecksum = id.length === ID_CHARS;
  if (hasChecksum && checksum(text.slice(0, -CRC_CHARS)) !== text.slice(-CRC_CHARS)) return null;
  return { environment, id, secret };
}

/** SHA-256 of the secret. The secret has 256 random bits, so a slow hash would add nothing. */
export const digestOf = ({ secret }: Token): Buffer => hash("sha256", secret, "buffer");

/** Compares two digests in constant time. */
export const isSameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** The last characters, which help a person identify a key in the list. */
export const hintOf = ({ secret }: Token): string => secret.slice(-HINT_CHARS);
