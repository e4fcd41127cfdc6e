import type { z } from "zod";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { log } from "@/lib/platform/log";
import { addressOf } from "./address";
import {
  admitAddress,
  admitStream,
  authenticateRequest,
  authorize,
  requireScope,
  streamHolderOf,
} from "./admission";
import { baseHeaders } from "./base-headers";
import { checkBodyHeaders, MAX_BODY } from "./body";
import { idempotencyKey } from "./idempotency";
import { type CheckedInput, inputOf, parse } from "./input";
import { bindCursor, openCursor } from "./list-cursor";
import { requireUnlocked } from "./locked";
import { newRequestId } from "./new-request-id";
import { participantToken, runAsParticipant } from "./participant";
import { answerByDeadline } from "./request-deadline";
import { type Exchange, presentResult, respond, respondWithError } from "./respond";
import { runOnce } from "./run-once";
import type { PageReadable, PageRequest, Parsed, RouteContext, RouteTypes, Spec, Verb } from "./spec";
import { auditStaffAccess, authorizeStaff } from "./staff";
import { annotateCaller } from "./trace-request";

type Schema = z.ZodType | undefined;
type AnyVerb = (ctx: Ctx, input: CheckedInput) => Promise<unknown>;

async function run(exchange: Exchange, verb: AnyVerb, context: RouteContext): Promise<Response> {
  const { spec, request, headers, requestId } = exchange;
  checkBodyHeaders(request, spec.maxBody ?? MAX_BODY);
  if (spec.capability === null) {
    await admitAddress(request, "open", headers);
    const { input } = await parse(exchange, context);
    return respond(exchange, await verb(undefined as never, input));
  }
  const token = participantToken(request);
  if (token !== null) return runAsParticipant(exchange, context, token);
  const principal = await authenticateRequest(request, headers);
  exchange.principal = principal;
  requireScope(spec, principal);
  authorize(spec, spec.capability, principal);
  authorizeStaff(spec, principal, request.method);
  await requireUnlocked(spec, principal.workspaceId);
  const { input: checked, raw } = await parse(exchange, context);
  const input = openCursor(spec, checked);
  exchange.slot = await admitStream(spec, streamHolderOf(principal), input.wantsEvents);
  const ctx = makeCtx({ ...principal, requestId, address: addressOf(request), signal: exchange.signal });
  annotateCaller(ctx);
  await auditStaffAccess(ctx, request);
  const key = request.method === "POST" ? idempotencyKey(request) : null;
  const { replay } = spec;
  if (key === null || replay === undefined)
    return respond(exchange, bindCursor(spec, input, await verb(ctx, input)));
  return runOnce(exchange, key, {
    ctx,
    raw,
    run: () => verb(ctx, input),
    replayResult: (reference) => replay(ctx, { ...input, reference }),
  });
}

/**
 * The kernel: the common steps of every request, in one order: size → authenticate → rate limit → scope → role →
 * media type → path, query, body → verb → present. Errors are caught once. (The host has chosen the method.)
 * Returns a web-standard handler with its `spec`, which is both a Next route handler and called by the
 * server's own host.
 */
export function route<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends Schema = undefined,
>(definition: Spec<P, Q, B, R>, verb: Verb<P, Q, B, R>): PageReadable<Parsed<R>, RouteTypes<P, Q, B, R>> {
  const spec = definition as unknown as Spec;
  const handler = async (request: Request, context: RouteContext): Promise<Response> => {
    const started = performance.now();
    const requestId = newRequestId();
    const headers = baseHeaders(requestId);
    const { signal } = request;
    const exchange: Exchange = { spec, request, requestId, headers, signal, principal: null, slot: null };
    const response = await answerByDeadline(exchange, (untilDeadline) => {
      exchange.signal = untilDeadline;
      return run(exchange, verb as unknown as AnyVerb, context)
        .catch((error) => respondWithError(exchange, error))
        .finally(() => exchange.slot?.release());
    });
    const ms = Math.round(performance.now() - started);
    log.debug(
      { requestId, method: request.method, route: spec.summary, status: response.status, ms },
      "request",
    );
    return response;
  };
  const ask = async (ctx: Ctx, pageRequest: PageRequest): Promise<Parsed<R>> => {
    if (spec.capability !== null) {
      authorize(spec, spec.capability, ctx);
      authorizeStaff(spec, ctx, "GET");
      await requireUnlocked(spec, ctx.workspaceId);
    }
    const input = openCursor(spec, inputOf(spec, pageRequest));
    const result = await (verb as unknown as AnyVerb)(ctx, input);
    return presentResult(spec.response, bindCursor(spec, input, result)) as Parsed<R>;
  };
  return Object.assign(handler, { spec, ask });
}
