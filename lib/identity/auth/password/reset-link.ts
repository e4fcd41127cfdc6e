import { hash } from "node:crypto";
import { sql } from "kysely";
import { normalizeEmail } from "@/lib/identity/members";
import { plusMs } from "@/lib/platform/clock";
import { signTicket } from "@/lib/platform/crypto";
import { identityDb } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { linkTo } from "@/lib/platform/mail";

const HOUR_MS = 3_600_000;
/** Lifetime of a link. */
const LINK_TTL_MS = HOUR_MS;
/** Links per account and hour, so that requests do not flood a mailbox. */
const MAX_LINKS_PER_HOUR = 5;

/**
 * The token of a link, derived from the row's id where it is needed. No table and no job payload contains it.
 */
const tokenOf = (id: string): string => signTicket("password-reset", id);
/** The hash of a token that the database stores. */
export const hashResetToken = (token: string): Buffer => hash("sha256", token, "buffer");
export const resetLinkOf = (id: string): string => linkTo(`/reset-password/${tokenOf(id)}`);

/**
 * Selects the user of an address, also one without a password, which single sign-on created. A password set
 * by the link does not open that provider's workspace (see `readPasswordAccess`).
 */
const userIdOf = (email: string) =>
  sql<string>`(select u.id from users u where u.email = ${normalizeEmail(email)})`;

/**
 * Prepares a reset. For an unknown address and above the limit it writes the same row without a user, so that
 * the timing reveals nothing.
 */
export function newPasswordReset(email: string, now: string) {
  const id = newId("rst", Date.parse(now));
  const since = plusMs(now, -HOUR_MS);
  const user_id = sql<string | null>`(
    select o.id from (select ${userIdOf(email)} as id) o
    where (select count(*) from password_resets r where r.user_id = o.id and r.created_at > ${since}::timestamptz) < ${MAX_LINKS_PER_HOUR})`;
  return {
    id,
    insert: identityDb.insertInto("password_resets").values({
      id,
      user_id,
      token_hash: hashResetToken(tokenOf(id)),
      created_at: now,
      expires_at: plusMs(now, LINK_TTL_MS),
    }),
  };
}
