import type { z } from "zod";
import {
  checkParticipantToken,
  isMinterActive,
  isParticipantToken,
  parseParticipantToken,
  requireOwnCall,
} from "@/lib/calls/calls";
import { iso, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { AppError } from "@/lib/platform/errors";
import { addressOf } from "./address";
import { admitAddress, admitParticipant, admitStream } from "./admission";
import { answer, type Exchange } from "./answer";
import { checkLength, MAX_BODY } from "./body";
import { idempotencyKey } from "./idempotency";
import { type AnyInput, parse } from "./input";
import { requireUnlocked, staysUnlocked } from "./locked";
import { runOnce } from "./once";
import type { ParticipantRoute, RouteContext, Spec } from "./spec";

type Schema = z.ZodType | undefined;
type AnyRoute = ParticipantRoute<Schema, Schema, Schema>;

const BEARER = /^Bearer +(\S+)$/i;
/** The role that a participant's words need: a conversation starts tools. What else it could do no route offers. */
const ROLE = "builder";

const refused = (): AppError =>
  new AppError(
    "invalid_api_key",
    "This participant token is not valid here. It opens the messages, events and end of its own call while that runs. Let your server mint a new one.",
  );

/** The participant token of a request, or null where it brings none. */
export function participantToken(request: Request): string | null {
  const token = BEARER.exec(request.headers.get("authorization") ?? "")?.[1];
  return token !== undefined && isParticipantToken(token) ? token : null;
}

const now = (): string => iso(systemClock.now());

/**
 * Answers a request that the person in a conversation sends with a participant token: size → token → rate limit → own
 * call → body → verb. A route that has no `participant` refuses every such token.
 */
export async function runAsParticipant(
  exchange: Exchange,
  context: RouteContext,
  token: string,
): Promise<Response> {
  const { spec: outer, request, headers, requestId } = exchange;
  checkLength(request, outer.maxBody ?? MAX_BODY);
  const ticket = await checkParticipantToken(token, now());
  const route = outer.participant as AnyRoute | undefined;
  if (ticket === null || route === undefined) {
    await admitAddress(request, "address", headers);
    throw refused();
  }
  await admitParticipant(ticket.callId, headers);
  const { verb, replay, ...rest } = route;
  const spec: Spec = {
    ...outer,
    response: undefined,
    events: undefined,
    replay: undefined,
    ...rest,
  } as unknown as Spec;
  // The stream ends by itself with the call, so that its last events are delivered; the rest is checked again.
  const mayRead = async () =>
    parseParticipantToken(token, now()) !== null &&
    (await isMinterActive(ticket, now())) &&
    (await staysUnlocked(spec, ticket.workspaceId));
  Object.assign(exchange, { spec, mayRead });
  await requireUnlocked(spec, ticket.workspaceId);
  const { input, raw } = await parse(exchange, context);
  requireOwnCall(ticket, (input.params as { id: string }).id);
  const holder = { workspaceId: ticket.workspaceId, kind: "participant", id: ticket.callId } as const;
  exchange.slot = await admitStream(spec, holder, input.wantsEvents);
  const ctx = makeCtx({
    workspaceId: ticket.workspaceId,
    environment: ticket.environment,
    actor: { type: "system", id: "participant", role: ROLE },
    requestId,
    address: addressOf(request),
    signal: request.signal,
  });
  const run = () => (verb as unknown as (ctx: Ctx, input: AnyInput) => Promise<unknown>)(ctx, input);
  const key = request.method === "POST" ? idempotencyKey(request) : null;
  if (key === null || replay === undefined) return answer(exchange, await run());
  const again = (reference: string) => replay(ctx, { ...input, reference } as never);
  return runOnce(exchange, key, { ctx, raw, run, again });
}
