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
import { checkBodyHeaders, MAX_BODY } from "./body";
import { idempotencyKey } from "./idempotency";
import { type CheckedInput, parse } from "./input";
import { isStillUnlocked, requireUnlocked } from "./locked";
import { type Exchange, respond } from "./respond";
import { runOnce } from "./run-once";
import type { ParticipantRoute, RouteContext, Spec } from "./spec";
import { annotateCaller } from "./trace-request";

type Schema = z.ZodType | undefined;
type AnyRoute = ParticipantRoute<Schema, Schema, Schema>;

const BEARER = /^Bearer +(\S+)$/i;
/** The role of a participant's messages, which can start tools. Routes offer participants nothing else. */
const ROLE = "builder";

const unauthorized = (): AppError => new AppError("participant_token_invalid");

/** The participant token of a request, or null without one. */
export function participantToken(request: Request): string | null {
  const token = BEARER.exec(request.headers.get("authorization") ?? "")?.[1];
  return token !== undefined && isParticipantToken(token) ? token : null;
}

const now = (): string => iso(systemClock.now());

/**
 * Handles a participant's request with a participant token: size → token → rate limit → own call → body →
 * verb. A route without `participant` rejects every such token.
 */
export async function runAsParticipant(
  exchange: Exchange,
  context: RouteContext,
  token: string,
): Promise<Response> {
  const { spec: outer, request, headers, requestId } = exchange;
  checkBodyHeaders(request, outer.maxBody ?? MAX_BODY);
  const ticket = await checkParticipantToken(token, now());
  const route = outer.participant as AnyRoute | undefined;
  if (ticket === null || route === undefined) {
    await admitAddress(request, "address", headers);
    throw unauthorized();
  }
  await admitParticipant(ticket.callId, headers);
  const { verb, replay, ...participantSpec } = route;
  const spec: Spec = {
    ...outer,
    response: undefined,
    events: undefined,
    replay: undefined,
    ...participantSpec,
  } as unknown as Spec;
  // The stream ends with the call, so that its last events are delivered; access is checked again.
  const mayRead = async () =>
    parseParticipantToken(token, now()) !== null &&
    (await isMinterActive(ticket, now())) &&
    (await isStillUnlocked(spec, ticket.workspaceId));
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
    signal: exchange.signal,
  });
  annotateCaller(ctx);
  const run = () => (verb as unknown as (ctx: Ctx, input: CheckedInput) => Promise<unknown>)(ctx, input);
  const key = request.method === "POST" ? idempotencyKey(request) : null;
  if (key === null || replay === undefined) return respond(exchange, await run());
  const replayed = (reference: string) => replay(ctx, { ...input, reference } as never);
  return runOnce(exchange, key, { ctx, raw, run, replayResult: replayed });
}
