import { randomBytes } from "node:crypto";
import {
  isSrtpSuite,
  MASTER_KEY_BYTES,
  MAX_RTP_PACKETS,
  type SrtpKey,
  type SrtpSuite,
  SUITE_SIZES,
} from "./srtp-suites";

/** An `a=crypto` line that can be used (RFC 4568, 9.1). It has a key: it is never logged or stored. */
export type CryptoAttribute = { tag: number; key: SrtpKey };

const MAX_TAG = 999_999_999;
const MAX_MKI_BYTES = 128;
const INLINE = "inline:";
const DIGITS = /^[0-9]{1,9}$/;
const LIFETIME = /^[1-9][0-9]{0,14}$/;
const BASE64 = /^[A-Za-z0-9+/]{1,64}={0,2}$/;

/** Bytes of the key identifier of an `MKI:length` part; null if it is malformed. */
function readMkiBytes(part: string): number | null {
  const separator = part.indexOf(":");
  const bytes = part.slice(separator + 1);
  if (!DIGITS.test(bytes) || Number(bytes) > MAX_MKI_BYTES) return null;
  return Number(bytes);
}

/** Packets of a lifetime such as `2^20` or `1048576` (RFC 4568, 6.1); null if it is malformed or exceeds SRTP's limit. */
function readLifetime(part: string): number | null {
  const exponent = part.startsWith("2^") ? part.slice(2) : null;
  if (!LIFETIME.test(exponent ?? part)) return null;
  const packets = exponent === null ? Number(part) : 2 ** Number(exponent);
  return packets >= 1 && packets <= MAX_RTP_PACKETS ? packets : null;
}

/** The key of `inline:key|lifetime|MKI:length`; null if malformed, or if there are several. */
function readKey(suite: SrtpSuite, parameters: string): SrtpKey | null {
  if (!parameters.toLowerCase().startsWith(INLINE) || parameters.includes(";")) return null;
  const [encoded = "", ...parts] = parameters.slice(INLINE.length).split("|");
  if (!BASE64.test(encoded) || parts.length > 2) return null;
  const master = Buffer.from(encoded, "base64");
  if (master.length !== MASTER_KEY_BYTES + SUITE_SIZES[suite].salt) return null;
  const mki = parts.find((part) => part.includes(":"));
  const lifetime = parts.find((part) => !part.includes(":"));
  const mkiBytes = mki === undefined ? 0 : readMkiBytes(mki);
  const maxPackets = lifetime === undefined ? MAX_RTP_PACKETS : readLifetime(lifetime);
  if (mkiBytes === null || maxPackets === null) return null;
  return { suite, master, mkiBytes, ...(maxPackets < MAX_RTP_PACKETS && { maxPackets }) };
}

/**
 * Reads the value of an `a=crypto` line. Null if it is malformed, or requires what is not supported: a suite, a
 * derivation rate, several keys, or packets that are not encrypted or authenticated (RFC 4568, 6.3).
 */
export function readCrypto(value: string): CryptoAttribute | null {
  const [tag = "", suite = "", parameters = "", ...session] = value.split(" ").filter((part) => part !== "");
  if (!DIGITS.test(tag) || Number(tag) > MAX_TAG) return null;
  const name = suite.toUpperCase();
  if (!isSrtpSuite(name)) return null;
  // A window size is a hint, and unknown parameters are optional if they begin with "-".
  if (session.some((part) => !part.startsWith("-") && !part.startsWith("WSH=") && part !== "KDR=0"))
    return null;
  const key = readKey(name, parameters);
  return key === null ? null : { tag: Number(tag), key };
}

/** The value of an `a=crypto` line. */
export const writeCrypto = ({ tag, key }: CryptoAttribute): string =>
  `${tag} ${key.suite} ${INLINE}${key.master.toString("base64")}`;

/** A new random key of a suite. */
export const createSrtpKey = (suite: SrtpSuite): SrtpKey => ({
  suite,
  master: randomBytes(MASTER_KEY_BYTES + SUITE_SIZES[suite].salt),
  mkiBytes: 0,
});
