import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { identityBatch, identityDb, identityQuery } from "@/lib/platform/db/identity";
import { Loaded } from "@/lib/platform/expiring-map";
import { newId } from "@/lib/platform/ids";
import { secureCookies } from "../cookie";
import { hashStaffToken, newStaffToken } from "./accounts";

/** A working day. */
const SESSION_MS = 8 * 3_600_000;
/** As for members: what was ended works for 2 s at most, on every process. */
const TTL_MS = 1_000;
const LIMIT = 1_000;

/** The cookie of somebody of the staff; over TLS bound to this host. Strict: no link from elsewhere leads in. */
export const STAFF_COOKIE = secureCookies ? "__Host-parley.staff" : "parley.staff";

const attributes = (maxAgeS: number): string =>
  `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeS}${secureCookies ? "; Secure" : ""}`;
/** The header that sets the cookie, or takes it away (null). */
export const staffCookie = (token: string | null): string =>
  `${STAFF_COOKIE}=${token ?? ""}; ${attributes(token === null ? 0 : SESSION_MS / 1_000)}`;

/** Who of the staff asks, and at which workspace they may look now; null for at none. */
export type StaffSession = {
  id: string;
  staffId: string;
  email: string;
  looksAt: { workspaceId: string; ticketId: string; until: string } | null;
};

/** One round trip: the session with its account, and the ticket by which it looks, if that is approved still. */
async function load(token: string): Promise<(StaffSession & { expiresAt: string }) | null> {
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
    looksAt:
      ticket?.expires_at == null
        ? null
        : { workspaceId: ticket.workspace_id, ticketId: ticket.id, until: ticket.expires_at },
  };
}

const known = new Loaded({ ttlMs: TTL_MS, limit: LIMIT }, load);

/** The token in a request's cookie; null for none. */
export function staffTokenOf(request: { headers: Pick<Headers, "get"> }): string | null {
  for (const part of request.headers.get("cookie")?.split(";") ?? []) {
    const [name, value] = part.trim().split("=");
    if (name === STAFF_COOKIE && value) return value;
  }
  return null;
}

/** Whom of the staff a request is from; null for nobody. `anew`: as the rows say now. */
export async function staffSession(
  request: { headers: Pick<Headers, "get"> },
  now: string,
  { anew = false }: { anew?: boolean } = {},
): Promise<StaffSession | null> {
  const token = staffTokenOf(request);
  if (token === null) return null;
  if (anew) known.forget(token);
  const session = await known.get(token);
  if (session === null || session.expiresAt <= now) return null;
  const { looksAt, ...who } = session;
  return { ...who, looksAt: looksAt !== null && looksAt.until > now ? looksAt : null };
}

/** Opens a session; answers the cookie's token. */
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

/** Lets a session look by a ticket, or at nothing (null). */
export async function lookBy(token: string, ticketId: string | null): Promise<void> {
  await identityQuery(
    identityDb
      .updateTable("staff_sessions")
      .set({ ticket_id: ticketId })
      .where("token_hash", "=", hashStaffToken(token)),
  );
  known.forget(token);
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
  known.forget(token);
}
