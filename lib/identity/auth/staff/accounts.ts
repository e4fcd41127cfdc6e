import { createHash, randomBytes } from "node:crypto";
import { normalizeEmail } from "@/lib/identity/members";
import { type Clock, iso, plusMs, systemClock } from "@/lib/platform/clock";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { hashPassword, verifyPassword } from "../passwords";

/** Lifetime of the one-time link by which a new account sets its password. */
const LINK_MS = 24 * 3_600_000;
const TOKEN_BYTES = 32;

/** A token of 256 random bits, stored as its SHA-256. */
export const newStaffToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");
export const hashStaffToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * Creates a staff account, or gives an existing one a new link and enables it again. Returns the link's
 * token. Any previous link, password and session stop working.
 */
export async function addStaff(email: string, clock: Clock = systemClock): Promise<string> {
  const now = iso(clock.now());
  const token = newStaffToken();
  const link = { link_hash: hashStaffToken(token), link_expires_at: plusMs(now, LINK_MS) };
  const row = { id: newId("stf", Date.parse(now)), email: normalizeEmail(email), created_at: now, ...link };
  await identityQuery(
    identityDb
      .insertInto("staff")
      .values(row)
      .onConflict((oc) =>
        oc.column("email").doUpdateSet({ ...link, password_hash: null, disabled_at: null }),
      ),
  );
  await endStaffSessions(normalizeEmail(email), now);
  return token;
}

const endStaffSessions = (email: string, now: string) =>
  identityQuery(
    identityDb
      .updateTable("staff_sessions")
      .set({ ended_at: now })
      .where("ended_at", "is", null)
      .where("staff_id", "in", identityDb.selectFrom("staff").select("id").where("email", "=", email)),
  );

/** Disables an account and ends its sessions. Returns whether the account exists. */
export async function removeStaff(email: string, clock: Clock = systemClock): Promise<boolean> {
  const now = iso(clock.now());
  const disabled = await identityQuery(
    identityDb
      .updateTable("staff")
      .set({ disabled_at: now, password_hash: null, link_hash: null })
      .where("email", "=", normalizeEmail(email))
      .returning("id"),
  );
  await endStaffSessions(normalizeEmail(email), now);
  return disabled.length > 0;
}

/** Lists all staff accounts with their states. */
export async function listStaff(): Promise<
  { email: string; state: "active" | "password not set" | "disabled" }[]
> {
  const rows = await identityQuery(
    identityDb.selectFrom("staff").select(["email", "password_hash", "disabled_at"]).orderBy("email"),
  );
  return rows.map(({ email, password_hash, disabled_at }) => ({
    email,
    state: disabled_at !== null ? "disabled" : password_hash === null ? "password not set" : "active",
  }));
}

/** Sets the password of the account of a one-time link. Returns whether the link was valid. */
export async function setStaffPassword(token: string, password: string, now: string): Promise<boolean> {
  // Hash in any case, so that the timing reveals nothing.
  const password_hash = await hashPassword(password);
  const updated = await identityQuery(
    identityDb
      .updateTable("staff")
      .set({ password_hash, link_hash: null, link_expires_at: null })
      .where("link_hash", "=", hashStaffToken(token))
      .where("link_expires_at", ">", now)
      .where("disabled_at", "is", null)
      .returning("id"),
  );
  return updated.length > 0;
}

/** Verifies an address and a password; null if they match no account, after the same time. */
export async function checkStaffPassword(email: string, password: string): Promise<string | null> {
  const [row] = await identityQuery(
    identityDb
      .selectFrom("staff")
      .select(["id", "password_hash"])
      .where("email", "=", normalizeEmail(email))
      .where("disabled_at", "is", null),
  );
  const isMatch = await verifyPassword(row?.password_hash ?? null, password);
  return isMatch && row !== undefined ? row.id : null;
}
