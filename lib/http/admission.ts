import { type Capability, hasCapability, minimumRoleOf } from "@/lib/identity/access";
import { authenticate, missingScopeError, type Principal } from "@/lib/identity/auth";
import type { Role } from "@/lib/platform/context/roles";
import { AppError } from "@/lib/platform/errors";
import {
  addressKey,
  LIMITS,
  rateLimitHeaders as rateHeaders,
  type StreamHolder,
  type StreamSlot,
  take,
  takeStreamSlot,
} from "@/lib/platform/limits";
import { addressOf } from "./address";
import type { Spec } from "./spec";

/** Counts the request and writes the rate-limit headers. Throws 429 when the window is full. */
async function countRequest(key: string, limit: number, headers: Headers): Promise<void> {
  const decision = await take(key, limit);
  for (const [name, value] of Object.entries(rateHeaders(decision, limit))) headers.set(name, value);
  if (decision.admitted) return;
  throw new AppError("rate_limited", {
    params: { seconds: decision.resetS },
    retryAfterS: decision.resetS,
  });
}

/**
 * Counts an unsigned request by its address: for an open document, an unknown path, or a missing or invalid
 * key.
 */
export const admitAddress = (request: Request, window: "open" | "address", headers: Headers): Promise<void> =>
  countRequest(`${window}:${addressKey(addressOf(request))}`, LIMITS[window], headers);

/** Counts a request of a call's participant. */
export const admitParticipant = (callId: string, headers: Headers): Promise<void> =>
  countRequest(`participant:${callId}`, LIMITS.participant, headers);

/**
 * Authenticates the sender of a request. Counts it by key or session, or by address if the sender is unknown.
 * Throws 401, 403 for a key in a browser or a foreign origin, and 429.
 */
export async function authenticateRequest(request: Request, headers: Headers): Promise<Principal> {
  let principal: Principal;
  try {
    principal = await authenticate(request, { address: addressOf(request) });
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_api_key")
      await admitAddress(request, "address", headers);
    throw error;
  }
  const { actor, session, staff } = principal;
  await (session === undefined && staff === undefined
    ? countRequest(`key:${actor.id}`, LIMITS.key, headers)
    : countRequest(`session:${session?.id ?? actor.id}`, LIMITS.session, headers));
  return principal;
}

/**
 * Acquires the stream slot that a request needs; null for a request without a stream. Throws 429, before the
 * verb runs.
 */
export async function admitStream(
  spec: Spec,
  holder: StreamHolder,
  wantsEvents: boolean,
): Promise<StreamSlot | null> {
  // A route without a response schema responds only with its stream.
  const isStream = spec.events !== undefined && (wantsEvents || spec.response === undefined);
  return isStream ? takeStreamSlot(holder) : null;
}

/** The holder that a principal's event streams count for. Operator staff count like a person. */
export const streamHolderOf = ({ workspaceId, actor }: Principal): StreamHolder => ({
  workspaceId,
  kind: actor.type === "key" ? "key" : "member",
  id: actor.id,
});

/**
 * Requires that a session's request names its scope, so that a page never reads or changes another workspace
 * or environment than the one it shows. Throws 400.
 */
export function requireScope(spec: Spec, { isUnscoped }: Principal): void {
  if (isUnscoped === true && spec.anyScope !== true) throw missingScopeError();
}

/** An error that names the role that a request needs, and how to get it: only an owner can create another owner. */
function missingRole(role: Role, sender: Principal["actor"]["type"]): AppError {
  if (role === "owner") return new AppError(sender === "key" ? "owner_key_needed" : "owner_needed");
  return new AppError(sender === "key" ? "key_role_needed" : "role_needed", { params: { role } });
}

/** Checks that the role and environment can use the route. Throws 403. */
export function authorize(
  spec: Spec,
  capability: Capability,
  { actor, environment }: Pick<Principal, "actor" | "environment">,
): void {
  if (spec.person === true && actor.type !== "member") {
    throw new AppError("people_only");
  }
  if (!hasCapability(actor.role, capability)) {
    throw missingRole(minimumRoleOf(capability), actor.type);
  }
  if (spec.refuseTest === true && actor.type === "key" && environment === "test") {
    throw new AppError("live_key_needed");
  }
}
