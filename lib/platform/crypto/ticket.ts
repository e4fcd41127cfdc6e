import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { RootKeys } from "./sealed-secrets";
import { recallSecret, rootKeys } from "./secret-store";

/** The use of a ticket. A ticket for one purpose is invalid for all others. */
export type TicketPurpose =
  | "connect"
  | "stream"
  | "join"
  | "participant"
  | "invitation"
  | "password-reset"
  | "recovery-code";

/**
 * Purposes whose tickets are stored as hashes, or derived again later, so that their keys must not change when the root key
 * rotates. A rotation keeps their derived keys as secrets.
 */
export const KEPT_PURPOSES = [
  "invitation",
  "password-reset",
  "recovery-code",
] as const satisfies TicketPurpose[];
/** The name of the secret that keeps the key of such a purpose. */
export const ticketKeyName = (purpose: TicketPurpose): string => `ticket-${purpose}.key`;

const KEY_BYTES = 32;
const SALT = "parley tickets";

/** The key of a purpose, derived from a root key. */
export const deriveTicketKey = (root: Buffer, purpose: TicketPurpose): Buffer =>
  Buffer.from(hkdfSync("sha256", root, SALT, purpose, KEY_BYTES));

const isKept = (purpose: TicketPurpose): boolean => (KEPT_PURPOSES as readonly string[]).includes(purpose);
type PurposeKeys = { sign: Buffer; check: readonly Buffer[] };
const cached = new WeakMap<RootKeys, Map<TicketPurpose, PurposeKeys>>();

function deriveKeys({ keys, sealing }: RootKeys, purpose: TicketPurpose): PurposeKeys {
  const keptKey = isKept(purpose) ? recallSecret(ticketKeyName(purpose)) : undefined;
  if (keptKey !== undefined) return { sign: keptKey, check: [keptKey] };
  const derived = new Map([...keys].map(([version, root]) => [version, deriveTicketKey(root, purpose)]));
  // Without a kept key there was no rotation yet, or it has only begun: the oldest root key is the first.
  const sign = derived.get(isKept(purpose) ? Math.min(...keys.keys()) : sealing);
  if (sign === undefined) throw new Error("The root key that seals is missing.");
  return { sign, check: [...derived.values()] };
}

function keysOf(purpose: TicketPurpose): PurposeKeys {
  const roots = rootKeys();
  const ofRoots = cached.get(roots) ?? new Map<TicketPurpose, PurposeKeys>();
  cached.set(roots, ofRoots);
  const keys = ofRoots.get(purpose) ?? deriveKeys(roots, purpose);
  ofRoots.set(purpose, keys);
  return keys;
}

const signWith = (key: Buffer, text: string): string =>
  createHmac("sha256", key).update(text, "utf8").digest("base64url");

/**
 * Signs (base64url) a short-lived token of this installation. It needs no database row, so that a forged
 * token costs no query.
 */
export const signTicket = (purpose: TicketPurpose, text: string): string =>
  signWith(keysOf(purpose).sign, text);

/** Whether a signature is this installation's, compared in constant time. During a rotation, by either root key. */
export function checkTicket(purpose: TicketPurpose, text: string, signature: string): boolean {
  const actual = Buffer.from(signature);
  return keysOf(purpose).check.some((key) => {
    const expected = Buffer.from(signWith(key, text));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}
