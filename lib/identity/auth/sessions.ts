import { type Compilable, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Environment, Role } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { identityBatch, identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AsyncCache, ExpiringMap } from "@/lib/platform/expiring-map";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { encodeSessionToken, SESSION_COOKIE, SESSION_TTL_S } from "./cookie";
import type { Session } from "./schema";

/** As for keys: an ended session is rejected within 2 s on every process, and immediately on this one. */
const SESSION_TTL_MS = 1_000;
const SESSIONS_LIMIT = 10_000;
/** A `User-Agent` header can have any length. */
const MAX_USER_AGENT = 300;

type CachedSession = {
  workspaceId: string;
  userId: string;
  memberId: string;
  environment: Environment;
  role: Role;
  method: SessionMethod;
  expiresAt: string;
};

/**
 * Loads a session and its membership in one round trip: the first statement sets the workspace for the
 * second. A password session is invalid where a password opens nothing, even if single sign-on was enforced
 * after the sign-in.
 */
async function loadSession(sid: string): Promise<CachedSession | null> {
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

const sessionCache = new AsyncCache({ ttlMs: SESSION_TTL_MS, limit: SESSIONS_LIMIT }, loadSession);

export type CheckedSession = Omit<CachedSession, "expiresAt">;

/** Checks a session; null if it has ended or expired, or the person is no longer a member. */
export async function checkSession(sid: string, now: string): Promise<CheckedSession | null> {
  const session = await sessionCache.get(sid);
  return session !== null && session.expiresAt > now ? session : null;
}

/** How a session was opened. It decides whether the session can switch workspaces: see `switchSession`. */
type SessionMethod = "password" | "sso" | "break_glass";

export type NewSession = {
  /** Defaults to `password`. */
  method?: SessionMethod;
  userId: string;
  workspaceId: string;
  address: string | null;
  userAgent: string | null;
  /** The digest from `identifyBrowser`; undefined if the browser is unknown. */
  browser?: string | undefined;
};
export type OpenedSession = { sid: string; token: string; cookie: typeof SESSION_COOKIE; expiresAt: string };

/** Prepares a session in the live environment. `now`: RFC 3339. */
export function newSession(
  { method = "password", userId, workspaceId, address, userAgent, browser }: NewSession,
  now: string,
): { id: string; expiresAt: string; insert: Compilable<unknown> } {
  const id = newId("ses", Date.parse(now));
  const expiresAt = plusMs(now, SESSION_TTL_S * 1_000);
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
  return { sid, token: await encodeSessionToken(sid), cookie: SESSION_COOKIE, expiresAt };
}

/** Sessions that a list shows: a person who has more of them open ends all at once. */
const LIST_LIMIT = 100;

/** Lists a person's open sessions, in one workspace or in all, newest first. */
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

/** Precision of a session's last use: one write per minute and process. */
const TOUCH_MS = 60_000;
const recentlyTouched = new ExpiringMap<string, true>({ ttlMs: TOUCH_MS, limit: SESSIONS_LIMIT });

/** Records a session's last use in the background. A request neither waits for it nor fails with it. */
export function touchSession(id: string, now: string): void {
  if (recentlyTouched.get(id)) return;
  recentlyTouched.set(id, true);
  identityQuery(identityDb.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", id)).catch(
    (error: unknown) => log.warn({ err: error, sessionId: id }, "a session's last use was not recorded"),
  );
}

/** Removes a session from the cache: its row applies immediately in this process and within 2 s in others. */
export const forgetSession = (sid: string): void => sessionCache.forget(sid);

const endOpenSessions = (now: string) =>
  identityDb.updateTable("sessions").set({ ended_at: now }).where("ended_at", "is", null).returning("id");

async function endAndForget(query: Compilable<{ id: string }>): Promise<number> {
  const ended = await identityQuery(query);
  for (const { id } of ended) sessionCache.forget(id);
  return ended.length;
}

/** Ends a person's session. Returns the number of ended sessions: 0 if it is not theirs or has ended. */
export const endSession = (userId: string, sid: string, now: string): Promise<number> =>
  endAndForget(endOpenSessions(now).where("user_id", "=", userId).where("id", "=", sid));

/** Ends all sessions of a person, in every workspace; `except` one, where they change their password, say. */
export const endAllSessions = (userId: string, now: string, exceptSessionId = ""): Promise<number> =>
  endAndForget(endOpenSessions(now).where("user_id", "=", userId).where("id", "!=", exceptSessionId));

/**
 * Ends the password sessions of a workspace, in the transaction that enforces single sign-on. Returns how
 * many.
 */
export async function endPasswordSessions(tx: Tx, workspaceId: string, now: string): Promise<number> {
  const ended = await tx.all(
    endOpenSessions(now).where("workspace_id", "=", workspaceId).where("method", "=", "password"),
  );
  for (const { id } of ended) sessionCache.forget(id);
  return ended.length;
}

/** Reads how an open session was opened; null if it has ended. */
export async function readSessionMethod(sid: string): Promise<SessionMethod | null> {
  const [row] = await identityQuery(
    identityDb.selectFrom("sessions").select("method").where("id", "=", sid).where("ended_at", "is", null),
  );
  return (row?.method as SessionMethod | undefined) ?? null;
}
