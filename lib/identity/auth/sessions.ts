import { type Compilable, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Environment, Role } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { identityBatch, identityDb, identityQuery } from "@/lib/platform/db/identity";
import { ExpiringMap, Loaded } from "@/lib/platform/expiring-map";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { SESSION_COOKIE, SESSION_SECONDS, sessionToken } from "./cookie";
import type { Session } from "./schema";

/** As for keys: a session that was ended is refused within 2 s on every process, and at once on this one. */
const SESSION_TTL_MS = 1_000;
const SESSIONS_LIMIT = 10_000;
/** A browser may send anything as its name. */
const MAX_USER_AGENT = 300;

type Known = {
  workspaceId: string;
  userId: string;
  memberId: string;
  environment: Environment;
  role: Role;
  method: SessionMethod;
  expiresAt: string;
};

/**
 * One round trip: the session, whose workspace is set for the statement behind it, and the person's membership. What a
 * password has opened holds nowhere where a password opens nothing, whatever was enforced at the moment of the sign-in.
 */
async function load(sid: string): Promise<Known | null> {
  const [sessions, members] = await identityBatch(
    identityDb
      .selectFrom("sessions")
      .select([
        "user_id",
        "workspace_id",
        "environment",
        "method",
        "expires_at",
        sql`set_config('app.workspace_id', workspace_id, true)`.as("set"),
      ])
      .where("id", "=", sid)
      .where("ended_at", "is", null),
    db
      .selectFrom("members")
      .select(["id", "role", "joined_by_sso"])
      .select((on) =>
        on
          .exists(
            on
              .selectFrom("sso_connections as c")
              .select("c.workspace_id")
              .whereRef("c.workspace_id", "=", "members.workspace_id")
              .where("c.enforced", "=", true),
          )
          .as("enforced"),
      )
      .where("workspace_id", "=", sql<string>`current_setting('app.workspace_id')`)
      .where("user_id", "=", sql<string>`(select user_id from sessions where id = ${sid})`),
  );
  const [session, member] = [sessions[0], members[0]];
  if (session === undefined || member === undefined) return null;
  if (session.method === "password" && (member.joined_by_sso || member.enforced)) return null;
  return {
    workspaceId: session.workspace_id,
    userId: session.user_id,
    memberId: member.id,
    environment: session.environment as Environment,
    role: member.role as Role,
    method: session.method as SessionMethod,
    expiresAt: session.expires_at,
  };
}

const known = new Loaded({ ttlMs: SESSION_TTL_MS, limit: SESSIONS_LIMIT }, load);

export type CheckedSession = Omit<Known, "expiresAt">;

/** Whom a session speaks for; null if it has ended, has run out, or the person is no member any more. */
export async function checkSession(sid: string, now: string): Promise<CheckedSession | null> {
  const session = await known.get(sid);
  return session !== null && session.expiresAt > now ? session : null;
}

/** What opened a session, which says where it may look: see `switchSession`. */
type SessionMethod = "password" | "sso" | "break_glass";

export type NewSession = {
  /** A password unless told. */
  method?: SessionMethod;
  userId: string;
  workspaceId: string;
  address: string | null;
  userAgent: string | null;
  /** `browserOf`; none where nothing tells it. */
  browser?: string | undefined;
};
export type OpenedSession = { sid: string; token: string; cookie: typeof SESSION_COOKIE; expiresAt: string };

/** A session that is about to be, in the live environment. `now`: RFC 3339. */
export function newSession(
  { method = "password", userId, workspaceId, address, userAgent, browser }: NewSession,
  now: string,
): { id: string; expiresAt: string; insert: Compilable<unknown> } {
  const id = newId("ses", Date.parse(now));
  const expiresAt = plusMs(now, SESSION_SECONDS * 1_000);
  return {
    id,
    expiresAt,
    insert: identityDb.insertInto("sessions").values({
      id,
      user_id: userId,
      workspace_id: workspaceId,
      method,
      address,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      browser: browser ?? null,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
    }),
  };
}

/** Opens a session. `token` is the cookie's value. `now`: RFC 3339. */
export async function openSession(session: NewSession, now: string): Promise<OpenedSession> {
  const { id: sid, expiresAt, insert } = newSession(session, now);
  await identityQuery(insert);
  return { sid, token: await sessionToken(sid), cookie: SESSION_COOKIE, expiresAt };
}

/** Sessions that a list shows: a person who has more of them open ends all at once. */
const LIST_LIMIT = 100;

/** A person's open sessions, in one workspace or in all, newest first. */
export function listSessions(
  userId: string,
  now: string,
  { workspaceId }: { workspaceId?: string } = {},
): Promise<Omit<Session, "current">[]> {
  const open = identityDb
    .selectFrom("sessions")
    .select(["id", "address", "user_agent", "created_at", "last_seen_at", "expires_at"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("id", "desc")
    .limit(LIST_LIMIT);
  return identityQuery(workspaceId === undefined ? open : open.where("workspace_id", "=", workspaceId));
}

/** How exact a session's last use is: one write a minute and process. */
const TOUCH_MS = 60_000;
const touched = new ExpiringMap<string, true>({ ttlMs: TOUCH_MS, limit: SESSIONS_LIMIT });

/** Notes that a session was used, in the background: a request neither waits for it nor fails with it. */
export function touchSession(id: string, now: string): void {
  if (touched.get(id)) return;
  touched.set(id, true);
  identityQuery(identityDb.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", id)).catch(
    (error: unknown) => log.warn({ err: error, sessionId: id }, "a session's last use was not noted"),
  );
}

/** What the row of a session says from now on counts at once in this process, and within 2 s elsewhere. */
export const forgetSession = (sid: string): void => known.forget(sid);

const ending = (now: string) =>
  identityDb.updateTable("sessions").set({ ended_at: now }).where("ended_at", "is", null).returning("id");

async function end(query: Compilable<{ id: string }>): Promise<number> {
  const ended = await identityQuery(query);
  for (const { id } of ended) known.forget(id);
  return ended.length;
}

/** Ends one session of a person's. Answers how many were ended: none, if it is not theirs or has ended already. */
export const endSession = (userId: string, sid: string, now: string): Promise<number> =>
  end(ending(now).where("user_id", "=", userId).where("id", "=", sid));

/** Ends all sessions of a person, in every workspace; `except` one, where they change their password, say. */
export const endAllSessions = (userId: string, now: string, except = ""): Promise<number> =>
  end(ending(now).where("user_id", "=", userId).where("id", "!=", except));

/**
 * Ends what passwords have opened in a workspace whose members come in by single sign-on alone from now on, in the
 * transaction that says so. Answers how many.
 */
export async function endPasswordSessions(tx: Tx, workspaceId: string, now: string): Promise<number> {
  const ended = await tx.all(
    ending(now).where("workspace_id", "=", workspaceId).where("method", "=", "password"),
  );
  for (const { id } of ended) known.forget(id);
  return ended.length;
}

/** What opened a session that is going on. */
export async function methodOf(sid: string): Promise<SessionMethod | null> {
  const [row] = await identityQuery(
    identityDb.selectFrom("sessions").select("method").where("id", "=", sid).where("ended_at", "is", null),
  );
  return (row?.method as SessionMethod | undefined) ?? null;
}
