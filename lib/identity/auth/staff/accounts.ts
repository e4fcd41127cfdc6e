import { createHash, randomBytes } from "node:crypto";
import { emailKey } from "@/lib/identity/members";
import { type Clock, iso, plusMs, systemClock } from "@/lib/platform/clock";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { hashPassword, verifyPassword } from "../passwords";

/** The one-time link by which a new account sets its password: as long as somebody may be away from their mail. */
const LINK_MS = 24 * 3_600_000;
const TOKEN_BYTES = 32;

/** 256 random bits: what is stored of it is its SHA-256. */
export const newStaffToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");
export const hashStaffToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * Makes an account for somebody of the staff, or gives an account a new link, and opens it again where it was shut.
 * Answers the link's token; a former link, password and session work no more.
 */
export async function addStaff(email: string, clock: Clock = systemClock): Promise<string> {
  const now = iso(clock.now());
  const token = newStaffToken();
  const link = { link_hash: hashStaffToken(token), link_expires_at: plusMs(now, LINK_MS) };
  const row = { id: newId("stf", Date.parse(now)), email: emailKey(email), created_at: now, ...link };
  await identityQuery(
    identityDb
      .insertInto("staff")
      .values(row)
      .onConflict((oc) =>
        oc.column("email").doUpdateSet({ ...link, password_hash: null, disabled_at: null }),
      ),
  );
  await endSessionsOf(emailKey(email), now);
  return token;
}

const endSessionsOf = (email: string, now: string) =>
  identityQuery(
    identityDb
      .updateTable("staff_sessions")
      .set({ ended_at: now })
      .where("ended_at", "is", null)
      .where("staff_id", "in", identityDb.selectFrom("staff").select("id").where("email", "=", email)),
  );

/** Shuts an account; its sessions end. Answers whether there is one. */
export async function removeStaff(email: string, clock: Clock = systemClock): Promise<boolean> {
  const now = iso(clock.now());
  const shut = await identityQuery(
    identityDb
      .updateTable("staff")
      .set({ disabled_at: now, password_hash: null, link_hash: null })
      .where("email", "=", emailKey(email))
      .returning("id"),
  );
  await endSessionsOf(emailKey(email), now);
  return shut.length > 0;
}

/** Every account, with what state it is in. */
export async function listStaff(): Promise<
  { email: string; state: "open" | "waits for its link" | "shut" }[]
> {
  const rows = await identityQuery(
    identityDb.selectFrom("staff").select(["email", "password_hash", "disabled_at"]).orderBy("email"),
  );
  return rows.map(({ email, password_hash, disabled_at }) => ({
    email,
    state: disabled_at !== null ? "shut" : password_hash === null ? "waits for its link" : "open",
  }));
}

/** Sets the password of whoever has the link, once. Answers whether the link was good. */
export async function setStaffPassword(token: string, password: string, now: string): Promise<boolean> {
  // Hashed in any case, so that the time tells nothing.
  const password_hash = await hashPassword(password);
  const set = await identityQuery(
    identityDb
      .updateTable("staff")
      .set({ password_hash, link_hash: null, link_expires_at: null })
      .where("link_hash", "=", hashStaffToken(token))
      .where("link_expires_at", ">", now)
      .where("disabled_at", "is", null)
      .returning("id"),
  );
  return set.length > 0;
}

/** The account that an address and a password open; null if they open none, in the same time. */
export async function checkStaffPassword(email: string, password: string): Promise<string | null> {
  const [row] = await identityQuery(
    identityDb
      .selectFrom("staff")
      .select(["id", "password_hash"])
      .where("email", "=", emailKey(email))
      .where("disabled_at", "is", null),
  );
  const fits = await verifyPassword(row?.password_hash ?? null, password);
  return fits && row !== undefined ? row.id : null;
}
