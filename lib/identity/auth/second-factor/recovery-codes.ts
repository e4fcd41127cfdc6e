import { hash, randomInt } from "node:crypto";
import { signTicket } from "@/lib/platform/crypto";
import { identityDb } from "@/lib/platform/db/identity";

/** Omits characters that are easily confused. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const HALF_CHARS = 5;
const CODES = 10;

const randomHalf = (): string =>
  Array.from({ length: HALF_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Ten random codes of 49 bits each, which cannot be guessed with the limited tries of an account. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => `${randomHalf()}-${randomHalf()}`);

/** Normalizes a typed code. */
const normalize = (code: string): string => code.toLowerCase().replace(/[^0-9a-z]/g, "");

/** Keyed with the root key, so that a copy of the database does not reveal the codes. */
const hashOf = (userId: string, code: string): Buffer =>
  hash("sha256", signTicket("recovery-code", `${userId}|${normalize(code)}`), "buffer");

/** The statements that replace a person's codes. */
export const replaceRecoveryCodes = (userId: string, codes: readonly string[]) => [
  identityDb.deleteFrom("recovery_codes").where("user_id", "=", userId),
  identityDb
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) }))),
];

/** The statement that consumes a code. It returns a row to only one of several concurrent uses. */
export const consumeRecoveryCode = (userId: string, code: string, now: string) =>
  identityDb
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOf(userId, code))
    .where("used_at", "is", null)
    .returning("user_id");
