import { type Compilable, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Environment, Role } from "@/lib/platform/context";
import { formatScope, type Scope } from "@/lib/platform/context/scope";
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
  userId: string;
  method: SessionMethod;
  expiresAt: string;
  /** The scope in which the session was last used. */
  lastScope: Scope;
  /** Null if the session does not open the workspace. */
  membership: { workspaceId: string; memberId: string; role: Role } | null;
};

/** The key of a session in one workspace; in the last used one if there is no workspace. */
type CacheKey = `${string} ${string}`;
const cacheKey = (sid: string, workspaceId = ""): CacheKey => `${sid} ${workspaceId}`;

/**
 * Loads a session and its membership of a workspace in one round trip: the first statement sets the workspace
 * for the second. A session of single sign-on or a break-glass code opens only its workspace. A password
 * session opens no workspace where a password opens nothing, even if single sign-on was enforced after the
 * sign-in.
 */
async function loadSession(key: CacheKey): Promise<CachedSession | null> {
  const [sid = "", requestedId = ""] = key.split(" ");
  const [sessions, members] = await identityBatch(
    identityDb
      .selectFrom("sessions")
      .select([
        "user_id",
        "workspace_id",
        "environment",
        "method",
        "expires_at",
        sql`set_config('app.workspace_id', coalesce(nullif(${requestedId}, ''), workspace_id), true)`.as(
          "set",
        ),
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
  if (session === undefined) return null;
  const workspaceId = requestedId || session.workspace_id;
  const isOpen =
    session.method === "password"
      ? member?.joined_by_sso === false && member.enforced === false
      : workspaceId === session.workspace_id;
  return {
    userId: session.user_id,
    method: session.method as SessionMethod,
    expiresAt: session.expires_at,
    lastScope: { workspaceId: session.workspace_id, environment: session.environment as Environment },
    membership:
      member === undefined || !isOpen
        ? null
        : { workspaceId, memberId: member.id, role: member.role as Role },
  };
}

const sessionCache = new AsyncCache({ ttlMs: SESSION_TTL_MS, limit: SESSIONS_LIMIT }, loadSession);

export type CheckedSession = {
  userId: string;
  method: SessionMethod;
  workspaceId: string;
  environment: Environment;
  memberId: string;
  role: Role;
};

/**
 * Checks a session in a scope, by default the one in which it was last used. Returns null if it has ended or
 * expired, and `not_open` if it does not open the workspace: the person is not a member, or the workspace
 * requires another way to sign in.
 */
export async function checkSession(
  sid: string,
  now: string,
  scope?: Scope | null,
): Promise<CheckedSession | "not_open" | null> {
  const session = await sessionCache.get(cacheKey(sid, scope?.workspaceId));
  if (session === null || session.expiresAt <= now) return null;
  const { membership, userId, method, lastScope } = session;
  if (membership === null) return "not_open";
  return { userId, method, ...membership, environment: (scope ?? lastScope).environment };
}

/** How a session was opened. Only a password opens more than one workspace. */
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

/** Precision of a session's last use: one write per minute and process, and one per change of scope. */
const TOUCH_MS = 60_000;
const recordedScopes = new ExpiringMap<string, string>({ ttlMs: TOUCH_MS, limit: SESSIONS_LIMIT });

/**
 * Records a session's last use and its scope in the background. A request neither waits for it nor fails with
 * it. Addresses without a scope lead to the recorded one.
 */
export function touchSession(id: string, now: string, scope: Scope): void {
  const scopeText = formatScope(scope);
  if (recordedScopes.get(id) === scopeText) return;
  recordedScopes.set(id, scopeText);
  const { workspaceId: workspace_id, environment } = scope;
  identityQuery(
    identityDb
      .updateTable("sessions")
      .set({ last_seen_at: now, workspace_id, environment })
      .where("id", "=", id),
  ).catch((error: unknown) =>
    log.warn({ err: error, sessionId: id }, "a session's last use was not recorded"),
  );
}

/** Removes a session from the cache: its row applies immediately in this process and within 2 s in others. */
export const forgetSession = (sid: string): void =>
  sessionCache.forgetWhere((key) => key.startsWith(cacheKey(sid)));

/** The same for the session in one scope, without a search. */
export const forgetScopedSession = (sid: string, scope?: Scope | null): void =>
  sessionCache.forget(cacheKey(sid, scope?.workspaceId));

const endOpenSessions = (now: string) =>
  identityDb.updateTable("sessions").set({ ended_at: now }).where("ended_at", "is", null).returning("id");

async function endAndForget(query: Compilable<{ id: string }>): Promise<number> {
  const ended = await identityQuery(query);
  for (const { id } of ended) forgetSession(id);
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
  for (const { id } of ended) forgetSession(id);
  return ended.length;
}

/** Reads how an open session was opened; null if it has ended. */
export async function readSessionMethod(sid: string): Promise<SessionMethod | null> {
  const [row] = await identityQuery(
    identityDb.selectFrom("sessions").select("method").where("id", "=", sid).where("ended_at", "is", null),
  );
  return (row?.method as SessionMethod | undefined) ?? null;
}
