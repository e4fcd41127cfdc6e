import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { rootKey } from "./workspace-keys";

/** The use of a ticket. A ticket for one purpose is invalid for all others. */
export type TicketPurpose =
  | "connect"
  | "stream"
  | "participant"
  | "invitation"
  | "password-reset"
  | "recovery-code";

const KEY_BYTES = 32;
const SALT = "parley tickets";
const keys = new Map<TicketPurpose, Buffer>();

function keyOf(purpose: TicketPurpose): Buffer {
  const cached = keys.get(purpose);
  if (cached !== undefined) return cached;
  const key = Buffer.from(hkdfSync("sha256", rootKey(), SALT, purpose, KEY_BYTES));
  keys.set(purpose, key);
  return key;
}

/**
 * Signs (base64url) a short-lived token of this installation. It needs no database row, so that a forged
 * token costs no query.
 */
export const signTicket = (purpose: TicketPurpose, text: string): string =>
  createHmac("sha256", keyOf(purpose)).update(text, "utf8").digest("base64url");

/** Whether a signature is this installation's, compared in constant time. */
export function checkTicket(purpose: TicketPurpose, text: string, signature: string): boolean {
  const expected = Buffer.from(signTicket(purpose, text));
  const actual = Buffer.from(signature);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
