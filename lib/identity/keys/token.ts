import { hash, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Environment } from "@/lib/platform/context";

/**
 * The text of an API key: `prl_live_<id>_<secret><crc>` or `prl_test_…`. The product's own ids have 14 characters, and
 * with them the last 6 characters are the CRC-32 of everything before, in base 62: a typing error, or a scanner's
 * find, is told without asking anybody. Ids of 16 to 32 characters come from an operator (PARLEY_INIT_API_KEY), and
 * no checksum is asked of those. So the length of an id says which rule holds.
 */
export type Token = {
  environment: Environment;
  id: string /** What follows the id, checksum included. */;
  secret: string;
};

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 83 bits: no two keys of an installation get the same. */
const ID_CHARS = 14;
/** 256 bits. */
const SECRET_CHARS = 43;
/** 62^6 > 2^32. */
const CRC_CHARS = 6;
const HINT_CHARS = 4;
/** Longer than any key that the product makes; a header beyond that is not even looked at. */
const MAX_CHARS = 300;

const TEXT = /^prl_(live|test)_([A-Za-z0-9]{14}|[A-Za-z0-9]{16,32})_([A-Za-z0-9]{32,})$/;

const random = (length: number): string =>
  Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join("");

function checksum(text: string): string {
  let rest = crc32(text);
  let out = "";
  for (let i = 0; i < CRC_CHARS; i++, rest = Math.floor(rest / BASE62.length))
    out = BASE62[rest % BASE62.length] + out;
  return out;
}

/** Writes a token out. */
export const tokenText = ({ environment, id, secret }: Token): string => `prl_${environment}_${id}_${secret}`;

/** A token with a new secret; under `id` if that is given (a rotation), else under a new one. */
export function newToken(environment: Environment, id: string = random(ID_CHARS)): Token {
  const secret = random(SECRET_CHARS);
  return { environment, id, secret: secret + checksum(tokenText({ environment, id, secret })) };
}

/** Reads a token; null for whatever cannot be one, a wrong checksum included. No secret is compared here. */
export function parseToken(text: string): Token | null {
  if (text.length > MAX_CHARS) return null;
  const [, environment, id, secret] = TEXT.exec(text) ?? [];
  if ((environment !== "live" && environment !== "test") || id === undefined || secret === undefined)
    return null;
  const made = id.length === ID_CHARS;
  if (made && checksum(text.slice(0, -CRC_CHARS)) !== text.slice(-CRC_CHARS)) return null;
  return { environment, id, secret };
}

/** SHA-256 of the secret: it has 256 random bits, so a slow hash would add nothing. */
export const digestOf = ({ secret }: Token): Buffer => hash("sha256", secret, "buffer");

/** Whether two digests are equal, in a time that tells nothing of where they differ. */
export const sameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** The last characters, by which a person recognises a key in the list. */
export const hintOf = ({ secret }: Token): string => secret.slice(-HINT_CHARS);
