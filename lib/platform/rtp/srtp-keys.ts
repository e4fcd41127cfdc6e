import { createCipheriv } from "node:crypto";
import { MASTER_KEY_BYTES, type SrtpKey, SUITE_SIZES } from "./srtp-suites";

/** Labels of the key derivation (RFC 3711, 4.3.1 and 4.3.2). */
const LABELS = { rtp: { key: 0, auth: 1, salt: 2 }, rtcp: { key: 3, auth: 4, salt: 5 } } as const;
const AUTH_KEY_BYTES = 20;
/** Length of the salt in the derivation; a shorter one is padded with zeros (RFC 7714, 11). */
const DERIVED_SALT_BYTES = 14;

/** Keys of the packets of one protocol and direction. */
export type SessionKeys = { key: Buffer; auth: Buffer; salt: Buffer };

/** AES-CM as a pseudorandom function (RFC 3711, 4.3.3), for a derivation rate of zero. */
function derive(masterKey: Buffer, masterSalt: Buffer, label: number, length: number): Buffer {
  const iv = Buffer.alloc(16);
  masterSalt.copy(iv, 0, 0, Math.min(masterSalt.length, DERIVED_SALT_BYTES));
  iv[7] = (iv[7] as number) ^ label;
  return createCipheriv("aes-128-ctr", masterKey, iv).update(Buffer.alloc(length));
}

/** Derives the session keys of RTP or RTCP from a master key and salt. */
export function deriveSessionKeys({ suite, master }: SrtpKey, protocol: "rtp" | "rtcp"): SessionKeys {
  const masterKey = master.subarray(0, MASTER_KEY_BYTES);
  const masterSalt = master.subarray(MASTER_KEY_BYTES);
  const labels = LABELS[protocol];
  return {
    key: derive(masterKey, masterSalt, labels.key, MASTER_KEY_BYTES),
    auth: derive(masterKey, masterSalt, labels.auth, AUTH_KEY_BYTES),
    salt: derive(masterKey, masterSalt, labels.salt, SUITE_SIZES[suite].salt),
  };
}
