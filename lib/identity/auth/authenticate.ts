import { isInNetworks, parseToken, touchKey } from "@/lib/identity/keys";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { type Actor, type Environment, isAtLeast } from "@/lib/platform/context";
import { AppError, notFound } from "@/lib/platform/errors";
import { isTrustedHost, requireTrustedHost } from "@/lib/platform/trusted-host";
import { hasSessionCookie, readSessionId } from "./cookie";
import { checkKey } from "./key-check";
import { classifyOrigin, isSafeMethod } from "./origin";
import { checkSession, forgetSession, touchSession } from "./sessions";
import { readStaffSession, readStaffToken } from "./staff";

/** The caller with its workspace and environment. A session also has the ids of the session and the user. */
export type Principal = {
  workspaceId: string;
  environment: Environment;
  actor: Actor;
  session?: { id: string; userId: string };
  /** The session was not opened by a password and is limited to this workspace. */
  isBoundToWorkspace?: true;
  /** A member of the operator's staff with an approved ticket. */
  staff?: { email: string; ticketId: string; until: string };
};

/** `address`: the client's address, for keys with allowed networks. */
type Options = { clock?: Clock; address?: string | null };

// One message for every cause, so that a response does not reveal which keys or sessions exist.
const unauthenticatedError = (): AppError =>
  new AppError("invalid_api_key", "Send a valid API key as a bearer token, or sign in.");

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Authenticates a request by its bearer key, else by the dashboard's session cookie. Throws `invalid_api_key`
 * if there is none or it is unknown, wrong, revoked or expired. Throws `key_in_browser` for a key sent by
 * another site's page. Throws `forbidden` for a key from an address that it does not allow, for a cookie at
 * an untrusted Host, and for a cookie with an unsafe method without this site's `Origin`.
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
    throw new AppError(
      "key_in_browser",
      "A page of another site sent an API key. Keep keys on a server, and rotate this one.",
    );
  }
  if (key.networks.length > 0 && !isInNetworks(address, key.networks)) {
    throw new AppError(
      "forbidden",
      "This key is not allowed from this address. Use an allowed address, or ask an admin to allow this one.",
    );
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
  const principal = (await readStaffPrincipal(request, now)) ?? (await readCookiePrincipal(request, now));
  if (principal === null) {
    // Staff without an approved ticket get a 404 for everything of a workspace.
    if ((await readStaffSession(request, now)) !== null) throw notFound();
    throw unauthenticatedError();
  }
  if (!isSafeMethod(request.method) && classifyOrigin(request) !== "same") {
    throw new AppError(
      "forbidden",
      "This request came from another site. Use Parley's own pages or an API key.",
    );
  }
  return principal;
}

async function readCookiePrincipal(
  request: { headers: Pick<Headers, "get"> },
  now: string,
): Promise<Principal | null> {
  const id = await readSessionId(request);
  const session = id === null ? null : await checkSession(id, now);
  if (id === null || session === null) return null;
  touchSession(id, now);
  const { workspaceId, environment, memberId, role, userId, method } = session;
  const actor = { type: "member", id: memberId, role } as const;
  const bound = method === "password" ? {} : { isBoundToWorkspace: true as const };
  return { workspaceId, environment, actor, session: { id, userId }, ...bound };
}

/** Staff with access to a workspace by a currently approved ticket, as a viewer. */
async function readStaffPrincipal(
  request: { headers: Pick<Headers, "get"> },
  now: string,
  { skipCache = false }: { skipCache?: boolean } = {},
): Promise<Principal | null> {
  const staff = await readStaffSession(request, now, { skipCache });
  if (staff === null || staff.access === null) return null;
  const { workspaceId, ticketId, until } = staff.access;
  return {
    workspaceId,
    environment: "live",
    actor: { type: "staff", id: staff.staffId, role: "viewer" },
    staff: { email: staff.email, ticketId, until },
  };
}

/**
 * Reads the signed-in caller for a page; null if there is none. It bypasses the cache, because another
 * process ends and switches sessions, and a page must not show the workspace from before a switch.
 */
export async function readCurrentPrincipal(
  request: { headers: Pick<Headers, "get"> },
  { clock = systemClock }: Options = {},
): Promise<Principal | null> {
  if (!isTrustedHost(request.headers.get("host"))) return null;
  const now = iso(clock.now());
  const staff = await readStaffPrincipal(request, now, { skipCache: true });
  if (staff !== null) return staff;
  const id = await readSessionId(request);
  if (id !== null) forgetSession(id);
  return readCookiePrincipal(request, now);
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
