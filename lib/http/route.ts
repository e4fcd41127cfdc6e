import { z } from "zod";
import type { Ctx } from "@/lib/context";
import { makeCtx } from "@/lib/context/make";
import { type ErrorDetail, PROBLEMS } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { addressOf, admitAddress, authorize, identify } from "./admission";
import { checkLength, type JsonBody, MAX_BODY, readJson } from "./body";
import { EventStream, type StreamEvent, streamBody } from "./event-stream";
import { type Claim, claim, idempotencyKey, refusalOf, refuseAgain } from "./idempotency";
import { check, checkParams, queryOf, refuse } from "./parse";
import { asAppError, logFailure, problemOf, problemResponse } from "./problem";
import type { Handler, RouteContext, Spec, Verb } from "./spec";

type Schema = z.ZodType | undefined;
type AnyInput = {
  params: never;
  query: never;
  body: never;
  wantsEvents: boolean;
  lastEventId: string | null;
};
type AnyVerb = (ctx: Ctx, input: AnyInput) => Promise<unknown>;
/** A route that names no query takes none. */
const noQuery = z.strictObject({});

type Parsed = { input: AnyInput; raw: Buffer };

/** What one request gathers on its way: its id and the headers of its answer, an error's as well. */
type Exchange = { request: Request; requestId: string; headers: Headers; pathname: string };

/** Everything about the request is checked here, the path first: a wrong path is a 404 whatever else is wrong. */
async function parse(spec: Spec, { request }: Exchange, context: RouteContext): Promise<Parsed> {
  const problems: ErrorDetail[] = [];
  const body: JsonBody =
    spec.body === undefined
      ? { value: {}, raw: Buffer.alloc(0) }
      : await readJson(request, spec.maxBody ?? MAX_BODY);
  const params = spec.params === undefined ? {} : checkParams(spec.params, await context.params);
  const search = queryOf(new URL(request.url).searchParams, problems);
  const query = check(spec.query ?? noQuery, "query", search, problems);
  const value = spec.body === undefined ? {} : check(spec.body, "body", body.value, problems);
  refuse(problems);
  return {
    input: {
      params: params as never,
      query: query as never,
      body: value as never,
      wantsEvents: /\btext\/event-stream\b/.test(request.headers.get("accept") ?? ""),
      lastEventId: request.headers.get("last-event-id"),
    },
    raw: body.raw,
  };
}

/** What of a result may leave: the response schema is an allow-list. (Masking has happened in lib/masking, the one gate for values.) */
const present = (schema: Schema, result: unknown): unknown =>
  schema === undefined ? undefined : schema.parse(result);

function answer(spec: Spec, exchange: Exchange, result: unknown, status: number): Response {
  const { headers } = exchange;
  if (status === 204) return new Response(null, { status, headers });
  const shown = present(spec.response, result);
  if (status === 201 && spec.location !== undefined) headers.set("Location", spec.location(shown as never));
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify(shown), { status, headers });
}

function answerStream(spec: Spec, exchange: Exchange, stream: EventStream): Response {
  const { headers, request, requestId } = exchange;
  headers.set("Content-Type", "text/event-stream");
  headers.set("X-Accel-Buffering", "no");
  const presentEvent = (event: StreamEvent): StreamEvent => ({
    ...event,
    data: present(spec.events?.[event.event], event.data),
  });
  const failed = (thrown: unknown): StreamEvent => {
    const error = asAppError(thrown);
    logFailure(error, requestId, spec.summary);
    return { event: "error", data: problemOf(error, requestId) };
  };
  return new Response(streamBody(stream, presentEvent, failed, request.signal), { status: 200, headers });
}

async function run(spec: Spec, verb: AnyVerb, exchange: Exchange, context: RouteContext): Promise<Response> {
  const { request, headers, requestId } = exchange;
  checkLength(request, spec.maxBody ?? MAX_BODY);
  if (spec.role === null) {
    await admitAddress(request, "open", headers);
    const { input } = await parse(spec, exchange, context);
    return answer(spec, exchange, await verb(undefined as never, input), spec.status ?? 200);
  }
  const principal = await identify(request, headers);
  authorize(spec, spec.role, principal);
  const parsed = await parse(spec, exchange, context);
  const ctx = makeCtx({ ...principal, requestId, address: addressOf(request), signal: request.signal });
  const key = request.method === "POST" ? idempotencyKey(request) : null;
  if (key === null || spec.replay === undefined) return finish(spec, exchange, await verb(ctx, parsed.input));
  return runOnce(spec, verb, exchange, ctx, parsed, await claim(ctx, exchange.pathname, key, parsed.raw));
}

function finish(spec: Spec, exchange: Exchange, result: unknown): Response {
  return result instanceof EventStream
    ? answerStream(spec, exchange, result)
    : answer(spec, exchange, result, spec.status ?? 200);
}

/** A POST under an Idempotency-Key: it runs once, and what it led to is presented again to whoever repeats it. */
async function runOnce(
  spec: Spec,
  verb: AnyVerb,
  exchange: Exchange,
  ctx: Ctx,
  parsed: Parsed,
  held: Claim,
): Promise<Response> {
  if (held.earlier !== null) {
    exchange.headers.set("Idempotent-Replayed", "true");
    if (held.earlier.status >= 400) refuseAgain(held.earlier);
    const again = await spec.replay?.(ctx, { ...parsed.input, reference: held.earlier.reference });
    return again instanceof EventStream
      ? answerStream(spec, exchange, again)
      : answer(spec, exchange, again, held.earlier.status);
  }
  try {
    const result = await verb(ctx, parsed.input);
    if (result instanceof EventStream) {
      settleLater(held, result, spec, exchange);
      return answerStream(spec, exchange, result);
    }
    const reference = (spec.referenceOf ?? idOf)(result as never);
    await held.keep({ status: spec.status ?? 200, reference });
    return answer(spec, exchange, result, spec.status ?? 200);
  } catch (thrown) {
    const error = asAppError(thrown);
    await (PROBLEMS[error.code].status === 409 ? held.keep(refusalOf(error)) : held.release());
    throw thrown;
  }
}

function settleLater(
  held: Claim & { earlier: null },
  stream: EventStream,
  spec: Spec,
  { requestId }: Exchange,
): void {
  const keep = async () =>
    held.keep({ status: spec.status ?? 200, reference: (await stream.reference) ?? "" });
  keep().catch(async (error) => {
    logFailure(asAppError(error), requestId, spec.summary);
    await held.release().catch(() => undefined);
  });
}

const idOf = (result: { id?: unknown } | undefined): string => String(result?.id ?? "");

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
>(spec: Spec<P, Q, B, R>, verb: Verb<P, Q, B, R>): Handler {
  const general = spec as unknown as Spec;
  const handler = async (request: Request, context: RouteContext): Promise<Response> => {
    const started = performance.now();
    const exchange: Exchange = {
      request,
      requestId: newId("req"),
      headers: new Headers(),
      pathname: new URL(request.url).pathname,
    };
    exchange.headers.set("X-Request-Id", exchange.requestId);
    exchange.headers.set("Cache-Control", "no-store");
    let response: Response;
    try {
      response = await run(general, verb as unknown as AnyVerb, exchange, context);
    } catch (thrown) {
      const error = asAppError(thrown);
      logFailure(error, exchange.requestId, spec.summary);
      response = problemResponse(error, exchange.requestId, exchange.headers);
    }
    const ms = Math.round(performance.now() - started);
    log.debug(
      {
        requestId: exchange.requestId,
        method: request.method,
        route: spec.summary,
        status: response.status,
        ms,
      },
      "request",
    );
    return response;
  };
  return Object.assign(handler, { spec: general });
}
