import { isWithin, parseToken, touchKey } from "@/lib/identity/keys";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { type Actor, atLeast, type Environment } from "@/lib/platform/context";
import { AppError, notFound } from "@/lib/platform/errors";
import { isTrustedHost, requireTrustedHost } from "@/lib/platform/trusted-host";
import { hasSessionCookie, sessionIdOf } from "./cookie";
import { checkKey } from "./key-check";
import { isSafe, originOf } from "./origin";
import { checkSession, forgetSession, touchSession } from "./sessions";
import { staffSession, staffTokenOf } from "./staff";

/** Who asks, for which workspace and environment. A session's has ids of the session and of the person too. */
export type Principal = {
  workspaceId: string;
  environment: Environment;
  actor: Actor;
  session?: { id: string; userId: string };
  /** The session was not opened by a password, and speaks for the person in this workspace alone. */
  bound?: true;
  /** Somebody of the operator's staff, by an approved ticket. */
  staff?: { email: string; ticketId: string; until: string };
};

/** `address`: where the request comes from, for keys that are bound to some. */
type Options = { clock?: Clock; address?: string | null };

// One wording for whatever is wrong, so that an answer tells nothing about which keys or sessions exist.
const refused = (): AppError =>
  new AppError("invalid_api_key", "Send a valid API key as a bearer token, or sign in.");

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Who sends this request: a bearer key, else the dashboard's session cookie. Throws `invalid_api_key` for none, or one
 * that is unknown, wrong, revoked or expired; then `key_in_browser` for a key that another site's page sends, and
 * `forbidden` for a key from an address that it does not allow, and for a cookie at a Host that is not trusted or on an unsafe
 * method without this site's own `Origin`.
 */
export async function authenticate(
  request: Request,
  { clock = systemClock, address = null }: Options = {},
): Promise<Principal> {
  const header = request.headers.get("authorization");
  return header === null
    ? bySession(request, iso(clock.now()))
    : byKey(request, header, clock.now(), address);
}

async function byKey(request: Request, header: string, at: Date, address: string | null): Promise<Principal> {
  const text = BEARER.exec(header)?.[1];
  const token = text === undefined ? null : parseToken(text);
  const key = token && (await checkKey(token, iso(at)));
  if (key === null) throw refused();
  if (originOf(request) === "other") {
    throw new AppError(
      "key_in_browser",
      "A page of another site sent an API key. Keep keys on a server, and replace this one.",
    );
  }
  if (key.networks.length > 0 && !isWithin(address, key.networks)) {
    throw new AppError(
      "forbidden",
      "This key may not be used from this address. Send from one that it allows, or let an admin add this one to it.",
    );
  }
  touchKey(key.workspaceId, key.keyId, at);
  return {
    workspaceId: key.workspaceId,
    environment: key.environment,
    actor: { type: "key", id: key.keyId, role: key.role },
  };
}

async function bySession(request: Request, now: string): Promise<Principal> {
  if (staffTokenOf(request) !== null || hasSessionCookie(request)) requireTrustedHost(request);
  const principal = (await ofStaff(request, now)) ?? (await ofCookie(request, now));
  if (principal === null) {
    // Staff without an approved ticket: nothing of any workspace is there for them.
    if ((await staffSession(request, now)) !== null) throw notFound();
    throw refused();
  }
  if (!isSafe(request.method) && originOf(request) !== "same") {
    throw new AppError("forbidden", "This came from another site. Use Parley's own pages, or an API key.");
  }
  return principal;
}

async function ofCookie(request: { headers: Pick<Headers, "get"> }, now: string): Promise<Principal | null> {
  const id = await sessionIdOf(request);
  const session = id === null ? null : await checkSession(id, now);
  if (id === null || session === null) return null;
  touchSession(id, now);
  const { workspaceId, environment, memberId, role, userId, method } = session;
  const actor = { type: "member", id: memberId, role } as const;
  const bound = method === "password" ? {} : { bound: true as const };
  return { workspaceId, environment, actor, session: { id, userId }, ...bound };
}

/** Staff who look at a workspace: as a viewer there, by a ticket that is approved at this moment. */
async function ofStaff(
  request: { headers: Pick<Headers, "get"> },
  now: string,
  { anew = false }: { anew?: boolean } = {},
): Promise<Principal | null> {
  const staff = await staffSession(request, now, { anew });
  if (staff === null || staff.looksAt === null) return null;
  const { workspaceId, ticketId, until } = staff.looksAt;
  return {
    workspaceId,
    environment: "live",
    actor: { type: "staff", id: staff.staffId, role: "viewer" },
    staff: { email: staff.email, ticketId, until },
  };
}

/**
 * Who is signed in, for a page; null for nobody. The row is read anew each time: the process of the pages is not the
 * one that ends and switches sessions, and a page must not show what a switch a moment ago has left.
 */
export async function currentSession(
  request: { headers: Pick<Headers, "get"> },
  { clock = systemClock }: Options = {},
): Promise<Principal | null> {
  if (!isTrustedHost(request.headers.get("host"))) return null;
  const now = iso(clock.now());
  const staff = await ofStaff(request, now, { anew: true });
  if (staff !== null) return staff;
  const id = await sessionIdOf(request);
  if (id !== null) forgetSession(id);
  return ofCookie(request, now);
}

/**
 * Whether a request that is still being answered (a stream) would be let in again as the same actor with no weaker
 * role. Asked once a second it costs one query, shared by all streams of a key or session. While the database cannot
 * be asked nothing comes out of it either, and the stream is left open.
 */
export async function stillValid(request: Request, as: Principal, options: Options = {}): Promise<boolean> {
  try {
    const now = await authenticate(request, options);
    return (
      now.workspaceId === as.workspaceId &&
      now.environment === as.environment &&
      now.actor.id === as.actor.id &&
      atLeast(now.actor.role, as.actor.role)
    );
  } catch (error) {
    return error instanceof AppError && error.code === "unavailable";
  }
}
