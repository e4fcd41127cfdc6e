import { hash, randomInt } from "node:crypto";
import { signTicket } from "@/lib/platform/crypto";
import { identityDb } from "@/lib/platform/db/identity";

/** Without signs that are misread for others. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const HALF_CHARS = 5;
const CODES = 10;

const half = (): string =>
  Array.from({ length: HALF_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Ten codes of 49 bits each: far too many to try at the few tries of an account. */
export const newCodes = (): string[] => Array.from({ length: CODES }, () => `${half()}-${half()}`);

/** As somebody types it. */
const normal = (code: string): string => code.toLowerCase().replace(/[^0-9a-z]/g, "");

/** Keyed by the root key, so that nobody finds the codes from a copy of the database. */
const hashOf = (userId: string, code: string): Buffer =>
  hash("sha256", signTicket("recovery-code", `${userId}|${normal(code)}`), "buffer");

/** The statements that replace a person's codes. */
export const replacing = (userId: string, codes: readonly string[]) => [
  identityDb.deleteFrom("recovery_codes").where("user_id", "=", userId),
  identityDb
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) }))),
];

/** The statement that uses a code up. Of several at once one is answered. */
export const using = (userId: string, code: string, now: string) =>
  identityDb
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOf(userId, code))
    .where("used_at", "is", null)
    .returning("user_id");
