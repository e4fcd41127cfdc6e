import { hash } from "node:crypto";
import { sql } from "kysely";
import { emailKey } from "@/lib/identity/members";
import { plusMs } from "@/lib/platform/clock";
import { signTicket } from "@/lib/platform/crypto";
import { identityDb } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { linkTo } from "@/lib/platform/mail";

const HOUR_MS = 3_600_000;
/** How long a link works. */
const LIFE_MS = HOUR_MS;
/** Links of one account within an hour: whoever asks for more floods somebody's mail. */
const MAX_OPEN = 5;

/** The token of a link, made from the row's id where it is needed: no table and no payload holds it. */
const tokenOf = (id: string): string => signTicket("password-reset", id);
/** What the database keeps of a token. */
export const resetHash = (token: string): Buffer => hash("sha256", token, "buffer");
export const resetLink = (id: string): string => linkTo(`/reset-password/${tokenOf(id)}`);

/** Also one without a password, which a provider has made: it opens nothing of that provider's (see `openingsOf`). */
const accountOf = (email: string) =>
  sql<string>`(select u.id from users u where u.email = ${emailKey(email)})`;

/**
 * A reset that is about to be. For an unknown address and for one that has asked often enough the same row is written, for nobody: the work and its time tell nothing.
 */
export function newReset(email: string, now: string) {
  const id = newId("rst", Date.parse(now));
  const since = plusMs(now, -HOUR_MS);
  const user_id = sql<string | null>`(
    select o.id from (select ${accountOf(email)} as id) o
    where (select count(*) from password_resets r where r.user_id = o.id and r.created_at > ${since}::timestamptz) < ${MAX_OPEN})`;
  return {
    id,
    insert: identityDb.insertInto("password_resets").values({
      id,
      user_id,
      token_hash: resetHash(tokenOf(id)),
      created_at: now,
      expires_at: plusMs(now, LIFE_MS),
    }),
  };
}
