import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { rootKey } from "./workspace-keys";

/** What a ticket is for. One for this opens nothing else. */
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
  const known = keys.get(purpose);
  if (known !== undefined) return known;
  const made = Buffer.from(hkdfSync("sha256", rootKey(), SALT, purpose, KEY_BYTES));
  keys.set(purpose, made);
  return made;
}

/**
 * The signature (base64url) of something that this installation hands out and takes back soon. It needs no row, so that
 * whoever makes tokens up costs no question to the database.
 */
export const signTicket = (purpose: TicketPurpose, text: string): string =>
  createHmac("sha256", keyOf(purpose)).update(text, "utf8").digest("base64url");

/** Whether a signature is this installation's own, in constant time. */
export function checkTicket(purpose: TicketPurpose, text: string, signature: string): boolean {
  const expected = Buffer.from(signTicket(purpose, text));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
