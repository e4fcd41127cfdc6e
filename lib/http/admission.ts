import { type Capability, can, leastRole } from "@/lib/identity/access";
import { authenticate, type Principal } from "@/lib/identity/auth";
import { AppError } from "@/lib/platform/errors";
import {
  addressKey,
  LIMITS,
  headers as rateHeaders,
  type StreamHolder,
  type StreamSlot,
  take,
  takeStreamSlot,
} from "@/lib/platform/limits";
import { addressOf } from "./address";
import type { Spec } from "./spec";

/** Counts the request and writes the rate-limit headers. Throws 429 when the window is full. */
async function admit(key: string, limit: number, headers: Headers): Promise<void> {
  const decision = await take(key, limit);
  for (const [name, value] of Object.entries(rateHeaders(decision, limit))) headers.set(name, value);
  if (decision.admitted) return;
  throw new AppError("rate_limited", `Wait ${decision.resetS} s, or send fewer requests.`, {
    retryAfterS: decision.resetS,
  });
}

/** Counts a request that nobody has signed, by address: an open document, or an unknown path and a missing or invalid key. */
export const admitAddress = (request: Request, window: "open" | "address", headers: Headers): Promise<void> =>
  admit(`${window}:${addressKey(addressOf(request))}`, LIMITS[window], headers);

/** Counts a request of the participant of a call. */
export const admitParticipant = (callId: string, headers: Headers): Promise<void> =>
  admit(`participant:${callId}`, LIMITS.participant, headers);

/**
 * Who sends the request; counted either by key or session, or by address where it is nobody that we know.
 * Throws 401, 403 for a key in a browser or a foreign origin, 429.
 */
export async function identify(request: Request, headers: Headers): Promise<Principal> {
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
    ? admit(`key:${actor.id}`, LIMITS.key, headers)
    : admit(`session:${session?.id ?? actor.id}`, LIMITS.session, headers));
  return principal;
}

/** The slot of the event stream that a request asks for; null where it asks for none. Throws 429, before the verb does anything. */
export async function admitStream(
  spec: Spec,
  holder: StreamHolder,
  wantsEvents: boolean,
): Promise<StreamSlot | null> {
  // A route without a response has nothing but its stream to answer with.
  const isStream = spec.events !== undefined && (wantsEvents || spec.response === undefined);
  return isStream ? takeStreamSlot(holder) : null;
}

/** Whose event streams a principal's count as: the operator's staff look as a person does. */
export const holderOf = ({ workspaceId, actor }: Principal): StreamHolder => ({
  workspaceId,
  kind: actor.type === "key" ? "key" : "member",
  id: actor.id,
});

/** Whether this role and environment may do what the route does. Throws 403. */
export function authorize(
  spec: Spec,
  capability: Capability,
  { actor, environment }: Pick<Principal, "actor" | "environment">,
): void {
  if (spec.person === true && actor.type !== "member") {
    throw new AppError("forbidden", "This is for people who sign in. A key has no session.");
  }
  if (!can(actor.role, capability)) {
    const help = actor.type === "key" ? "Use a key that has it." : "Ask an admin of the workspace.";
    throw new AppError(
      "forbidden",
      `This needs the role ${leastRole(capability)} or a stronger one. ${help}`,
    );
  }
  if (spec.refuseTest === true && actor.type === "key" && environment === "test") {
    throw new AppError("forbidden", "A key of the test environment may not do this. Use a live key.");
  }
}
