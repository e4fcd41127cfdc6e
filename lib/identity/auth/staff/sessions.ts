import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { identityBatch, identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AsyncCache } from "@/lib/platform/expiring-map";
import { newId } from "@/lib/platform/ids";
import { hasSecureCookies } from "../cookie";
import { hashStaffToken, newStaffToken } from "./accounts";

/** A working day. */
const SESSION_MS = 8 * 3_600_000;
/** As for members: an ended session is rejected within 2 s on every process. */
const TTL_MS = 1_000;
const LIMIT = 1_000;

/**
 * The staff cookie, bound to this host over TLS. `SameSite=Strict`: links from other sites do not send it.
 */
export const STAFF_COOKIE = hasSecureCookies ? "__Host-parley.staff" : "parley.staff";

const cookieAttributes = (maxAgeS: number): string =>
  `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeS}${hasSecureCookies ? "; Secure" : ""}`;
/** The header that sets the cookie, or clears it (null). */
export const staffCookieHeader = (token: string | null): string =>
  `${STAFF_COOKIE}=${token ?? ""}; ${cookieAttributes(token === null ? 0 : SESSION_MS / 1_000)}`;

/** A staff session. `access`: the workspace that it can access now; null for none. */
export type StaffSession = {
  id: string;
  staffId: string;
  email: string;
  access: { workspaceId: string; ticketId: string; until: string } | null;
};

/** Loads in one round trip the session with its account, and its ticket if that is still approved. */
async function loadStaffSession(token: string): Promise<(StaffSession & { expiresAt: string }) | null> {
  const hash = hashStaffToken(token);
  const [sessions, tickets] = await identityBatch(
    identityDb
      .selectFrom("staff_sessions as s")
      .innerJoin("staff as a", "a.id", "s.staff_id")
      .select(["s.id", "s.staff_id", "s.ticket_id", "s.expires_at", "a.email"])
      .select(sql`set_config('app.staff_id', s.staff_id, true)`.as("set"))
      .where("s.token_hash", "=", hash)
      .where("s.ended_at", "is", null)
      .where("a.disabled_at", "is", null),
    db
      .selectFrom("staff_tickets")
      .select(["id", "workspace_id", "expires_at"])
      .where("status", "=", "approved")
      .where("id", "=", sql<string>`(select ticket_id from staff_sessions where token_hash = ${hash})`),
  );
  const [session, ticket] = [sessions[0], tickets[0]];
  if (session === undefined) return null;
  return {
    id: session.id,
    staffId: session.staff_id,
    email: session.email,
    expiresAt: session.expires_at,
    access:
      ticket?.expires_at == null
        ? null
        : { workspaceId: ticket.workspace_id, ticketId: ticket.id, until: ticket.expires_at },
  };
}

const staffSessionCache = new AsyncCache({ ttlMs: TTL_MS, limit: LIMIT }, loadStaffSession);

/** Reads the token from a request's cookie; null if there is none. */
export function readStaffToken(request: { headers: Pick<Headers, "get"> }): string | null {
  for (const part of request.headers.get("cookie")?.split(";") ?? []) {
    const [name, value] = part.trim().split("=");
    if (name === STAFF_COOKIE && value) return value;
  }
  return null;
}

/** Reads the staff session of a request; null if there is none. `skipCache`: reads the current rows. */
export async function readStaffSession(
  request: { headers: Pick<Headers, "get"> },
  now: string,
  { skipCache = false }: { skipCache?: boolean } = {},
): Promise<StaffSession | null> {
  const token = readStaffToken(request);
  if (token === null) return null;
  if (skipCache) staffSessionCache.forget(token);
  const session = await staffSessionCache.get(token);
  if (session === null || session.expiresAt <= now) return null;
  const { access, ...account } = session;
  return { ...account, access: access !== null && access.until > now ? access : null };
}

/** Opens a session. Returns the cookie's token. */
export async function openStaffSession(
  staffId: string,
  address: string | null,
  now: string,
): Promise<string> {
  const token = newStaffToken();
  await identityQuery(
    identityDb.insertInto("staff_sessions").values({
      id: newId("ses", Date.parse(now)),
      staff_id: staffId,
      token_hash: hashStaffToken(token),
      address,
      created_at: now,
      expires_at: plusMs(now, SESSION_MS),
    }),
  );
  return token;
}

/** Sets the ticket by which a session has access, or removes it (null). */
export async function setSessionTicket(token: string, ticketId: string | null): Promise<void> {
  await identityQuery(
    identityDb
      .updateTable("staff_sessions")
      .set({ ticket_id: ticketId })
      .where("token_hash", "=", hashStaffToken(token)),
  );
  staffSessionCache.forget(token);
}

/** Ends a session. */
export async function endStaffSession(token: string, now: string): Promise<void> {
  await identityQuery(
    identityDb
      .updateTable("staff_sessions")
      .set({ ended_at: now })
      .where("token_hash", "=", hashStaffToken(token))
      .where("ended_at", "is", null),
  );
  staffSessionCache.forget(token);
}
