import { isInNetworks, parseToken, touchKey } from "@/lib/identity/keys";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { type Actor, type Environment, isAtLeast } from "@/lib/platform/context";
import type { Scope } from "@/lib/platform/context/scope";
import { AppError, notFound } from "@/lib/platform/errors";
import { isTrustedHost, requireTrustedHost } from "@/lib/platform/trusted-host";
import { hasSessionCookie, readSessionId } from "./cookie";
import { checkKey } from "./key-check";
import { classifyOrigin, isSafeMethod } from "./origin";
import { readScope } from "./request-scope";
import { checkSession, forgetScopedSession, touchSession } from "./sessions";
import { readStaffSession, readStaffToken } from "./staff";

/** The caller with its workspace and environment. A session also has the ids of the session and the user. */
export type Principal = {
  workspaceId: string;
  environment: Environment;
  actor: Actor;
  session?: { id: string; userId: string };
  /** The session was not opened by a password and is limited to this workspace. */
  isBoundToWorkspace?: true;
  /** The request of a session named no scope, so that the last used one applies. */
  isUnscoped?: true;
  /** A member of the operator's staff with an approved ticket. */
  staff?: { email: string; ticketId: string; until: string };
};

/**
 * One message for every cause: the workspace does not exist, the person is not a member, or the workspace
 * requires another way to sign in.
 */
const notOpenError = (): AppError => new AppError("workspace_not_open");

/** `address`: the client's address, for keys with allowed networks. */
type Options = { clock?: Clock; address?: string | null };

// One message for every cause, so that a response does not reveal which keys or sessions exist.
const unauthenticatedError = (): AppError => new AppError("invalid_api_key");

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Authenticates a request by its bearer key, else by the dashboard's session cookie. Throws `invalid_api_key`
 * if there is none or it is unknown, wrong, revoked or expired. Throws `key_in_browser` for a key sent by
 * another site's page. Throws `forbidden` for a key from an address that it does not allow, for a cookie at
 * an untrusted Host, and for a cookie with an unsafe method without this site's `Origin`. A session's request
 * names its scope (`readScope`); throws `not_found` if the session does not open it.
 */
export async function authenticate(
  request: Request,
  { clock = systemClock, address = null }: Options = {},
): Promise<Principal> {
  const header = request.headers.get("authorization");
  return header === null
    ? authenticateSession(request, iso(clock.now()))
    : authenticateKey(request, header, clock.now(), address);
}

async function authenticateKey(
  request: Request,
  header: string,
  at: Date,
  address: string | null,
): Promise<Principal> {
  const text = BEARER.exec(header)?.[1];
  const token = text === undefined ? null : parseToken(text);
  const key = token && (await checkKey(token, iso(at)));
  if (key === null) throw unauthenticatedError();
  if (classifyOrigin(request) === "other") {
    throw new AppError("key_in_browser");
  }
  if (key.networks.length > 0 && !isInNetworks(address, key.networks)) {
    throw new AppError("key_network_not_allowed");
  }
  touchKey(key.workspaceId, key.keyId, at);
  return {
    workspaceId: key.workspaceId,
    environment: key.environment,
    actor: { type: "key", id: key.keyId, role: key.role },
  };
}

async function authenticateSession(request: Request, now: string): Promise<Principal> {
  if (readStaffToken(request) !== null || hasSessionCookie(request)) requireTrustedHost(request);
  const scope = readScope(request);
  const principal =
    (await readStaffPrincipal(request, now, { scope })) ?? (await readCookiePrincipal(request, now, scope));
  if (principal === null) {
    // Staff without an approved ticket get a 404 for everything of a workspace.
    if ((await readStaffSession(request, now)) !== null) throw notFound();
    throw unauthenticatedError();
  }
  if (!isSafeMethod(request.method) && classifyOrigin(request) !== "same") {
    throw new AppError("other_site");
  }
  return principal;
}

async function readCookiePrincipal(
  request: { headers: Pick<Headers, "get"> },
  now: string,
  scope: Scope | null,
): Promise<Principal | null> {
  const id = await readSessionId(request);
  const session = id === null ? null : await checkSession(id, now, scope);
  if (session === "not_open" && scope !== null) throw notOpenError();
  if (id === null || session === null || session === "not_open") return null;
  const { workspaceId, environment, memberId, role, userId, method } = session;
  touchSession(id, now, { workspaceId, environment });
  return {
    workspaceId,
    environment,
    actor: { type: "member", id: memberId, role },
    session: { id, userId },
    ...(method !== "password" && { isBoundToWorkspace: true as const }),
    ...(scope === null && { isUnscoped: true as const }),
  };
}

/** Staff with access to a workspace by a currently approved ticket, as a viewer. */
async function readStaffPrincipal(
  request: { headers: Pick<Headers, "get"> },
  now: string,
  { skipCache = false, scope }: { skipCache?: boolean; scope: Scope | null },
): Promise<Principal | null> {
  const staff = await readStaffSession(request, now, { skipCache });
  if (staff === null || staff.access === null) return null;
  const { workspaceId, ticketId, until } = staff.access;
  if (scope !== null && scope.workspaceId !== workspaceId) throw notOpenError();
  return {
    workspaceId,
    environment: scope?.environment ?? "live",
    actor: { type: "staff", id: staff.staffId, role: "viewer" },
    staff: { email: staff.email, ticketId, until },
  };
}

/**
 * Reads the signed-in caller for a page; null if there is none. `scope`: the scope of the page's address; null
 * for a page outside the workspaces. Throws `not_found` if the session does not open it. It bypasses the
 * cache, because another process ends sessions.
 */
export async function readCurrentPrincipal(
  request: { headers: Pick<Headers, "get"> },
  { clock = systemClock, scope = null }: Options & { scope?: Scope | null } = {},
): Promise<Principal | null> {
  if (!isTrustedHost(request.headers.get("host"))) return null;
  const now = iso(clock.now());
  const staff = await readStaffPrincipal(request, now, { skipCache: true, scope });
  if (staff !== null) return staff;
  const id = await readSessionId(request);
  if (id !== null) forgetScopedSession(id, scope);
  return readCookiePrincipal(request, now, scope);
}

/**
 * Whether an open stream's request would still authenticate as the same actor with at least the same role. A
 * check per second costs one query, shared by all streams of a key or session. While the database is
 * unavailable the stream gets no data, so it stays open.
 */
export async function isStillAuthorized(
  request: Request,
  as: Principal,
  options: Options = {},
): Promise<boolean> {
  try {
    const now = await authenticate(request, options);
    return (
      now.workspaceId === as.workspaceId &&
      now.environment === as.environment &&
      now.actor.id === as.actor.id &&
      isAtLeast(now.actor.role, as.actor.role)
    );
  } catch (error) {
    return error instanceof AppError && error.code === "unavailable";
  }
}
