import type { z } from "zod";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { addressOf } from "./address";
import { admitAddress, admitStream, authorize, holderOf, identify } from "./admission";
import { answer, answerError, type Exchange, present } from "./answer";
import { baseHeaders } from "./base-headers";
import { checkLength, MAX_BODY } from "./body";
import { idempotencyKey } from "./idempotency";
import { type AnyInput, inputOf, parse } from "./input";
import { requireUnlocked } from "./locked";
import { runOnce } from "./once";
import { participantToken, runAsParticipant } from "./participant";
import type { Askable, Asked, Out, RouteContext, Spec, Verb } from "./spec";
import { authorizeStaff, noteStaff } from "./staff";

type Schema = z.ZodType | undefined;
type AnyVerb = (ctx: Ctx, input: AnyInput) => Promise<unknown>;

async function run(exchange: Exchange, verb: AnyVerb, context: RouteContext): Promise<Response> {
  const { spec, request, headers, requestId } = exchange;
  checkLength(request, spec.maxBody ?? MAX_BODY);
  if (spec.can === null) {
    await admitAddress(request, "open", headers);
    const { input } = await parse(exchange, context);
    return answer(exchange, await verb(undefined as never, input));
  }
  const token = participantToken(request);
  if (token !== null) return runAsParticipant(exchange, context, token);
  const principal = await identify(request, headers);
  exchange.principal = principal;
  authorize(spec, spec.can, principal);
  authorizeStaff(spec, principal, request.method);
  await requireUnlocked(spec, principal.workspaceId);
  const { input, raw } = await parse(exchange, context);
  exchange.slot = await admitStream(spec, holderOf(principal), input.wantsEvents);
  const ctx = makeCtx({ ...principal, requestId, address: addressOf(request), signal: request.signal });
  await noteStaff(ctx, request);
  const key = request.method === "POST" ? idempotencyKey(request) : null;
  const { replay } = spec;
  if (key === null || replay === undefined) return answer(exchange, await verb(ctx, input));
  return runOnce(exchange, key, {
    ctx,
    raw,
    run: () => verb(ctx, input),
    again: (reference) => replay(ctx, { ...input, reference }),
  });
}

/**
 * The kernel: everything that is the same for each request happens here, in one order: size → authenticate → rate
 * limit → role → media type → path, query, body → verb → present; and every error is caught once. (The method has been
 * chosen by the host.) The result is a web-standard handler with its `spec`, exported as a Next route handler and
 * called by the server's own host alike.
 */
export function route<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends Schema = undefined,
>(given: Spec<P, Q, B, R>, verb: Verb<P, Q, B, R>): Askable<Out<R>> {
  const spec = given as unknown as Spec;
  const handler = async (request: Request, context: RouteContext): Promise<Response> => {
    const started = performance.now();
    const requestId = newId("req");
    const headers = baseHeaders(requestId);
    const exchange: Exchange = { spec, request, requestId, headers, principal: null, slot: null };
    const response = await run(exchange, verb as unknown as AnyVerb, context)
      .catch((thrown) => answerError(exchange, thrown))
      .finally(() => exchange.slot?.release());
    const ms = Math.round(performance.now() - started);
    log.debug(
      { requestId, method: request.method, route: spec.summary, status: response.status, ms },
      "request",
    );
    return response;
  };
  const ask = async (ctx: Ctx, asked: Asked): Promise<Out<R>> => {
    if (spec.can !== null) {
      authorize(spec, spec.can, ctx);
      authorizeStaff(spec, ctx, "GET");
      await requireUnlocked(spec, ctx.workspaceId);
    }
    const result = await (verb as unknown as AnyVerb)(ctx, inputOf(spec, asked));
    return present(spec.response, result) as Out<R>;
  };
  return Object.assign(handler, { spec, ask });
}
