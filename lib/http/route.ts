import { z } from "zod";
import type { Ctx } from "@/lib/context";
import { makeCtx } from "@/lib/context/make";
import type { ErrorDetail } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { NoFields } from "@/lib/schema";
import { addressOf, admitAddress, authorize, identify } from "./admission";
import { answer, answerError, type Exchange, present } from "./answer";
import { checkLength, type JsonBody, MAX_BODY, readJson } from "./body";
import { idempotencyKey, type RawBody } from "./idempotency";
import { runOnce } from "./once";
import { check, checkParams, queryOf, refuse } from "./parse";
import type { Askable, Asked, Out, RouteContext, Spec, Upload, Verb } from "./spec";
import { NO_UPLOAD, openUpload } from "./upload";

type Schema = z.ZodType | undefined;
type AnyInput = {
  params: never;
  query: never;
  body: never;
  upload: Upload;
  wantsEvents: boolean;
  lastEventId: string | null;
  range: string | null;
};
type AnyVerb = (ctx: Ctx, input: AnyInput) => Promise<unknown>;
type Parsed = { input: AnyInput; raw: RawBody };

/** A route that names no query takes none. */
const noQuery = z.strictObject({});
const noBody: JsonBody = { value: {}, raw: Buffer.alloc(0) };

/** What a body may be. A POST that names none takes an empty one: a field that it does not know is none that it may ignore. */
const bodyOf = ({ body, accepts }: Spec, { method }: Request): Schema =>
  body ?? (method === "POST" && accepts === undefined ? NoFields : undefined);

/** Everything about the request is checked here. A wrong path is a 404 whatever else is wrong; the rest is named at once. */
async function parse({ spec, request }: Exchange, context: RouteContext): Promise<Parsed> {
  const problems: ErrorDetail[] = [];
  const schema = bodyOf(spec, request);
  const max = spec.maxBody ?? MAX_BODY;
  const file = spec.accepts === undefined ? null : openUpload(request, spec.accepts, max);
  const body = schema === undefined ? noBody : await readJson(request, max);
  const params = spec.params === undefined ? {} : checkParams(spec.params, await context.params);
  const search = queryOf(new URL(request.url).searchParams, problems);
  const query = check(spec.query ?? noQuery, "query", search, problems);
  const value = schema === undefined ? {} : check(schema, "body", body.value, problems);
  refuse(problems);
  return {
    input: {
      params: params as never,
      query: query as never,
      body: value as never,
      upload: file?.upload ?? NO_UPLOAD,
      wantsEvents: /\btext\/event-stream\b/.test(request.headers.get("accept") ?? ""),
      lastEventId: request.headers.get("last-event-id"),
      range: request.headers.get("range"),
    },
    raw: file?.digest ?? body.raw,
  };
}

/** The checked parts of what a page asks for; the same 404 and 400 as for a request. */
function inputOf(spec: Spec, { params = {}, query = {} }: Asked): AnyInput {
  const problems: ErrorDetail[] = [];
  const known = spec.params === undefined ? {} : checkParams(spec.params, params);
  const search = check(spec.query ?? noQuery, "query", query, problems);
  refuse(problems);
  return {
    params: known as never,
    query: search as never,
    body: {} as never,
    upload: NO_UPLOAD,
    wantsEvents: false,
    lastEventId: null,
    range: null,
  };
}

async function run(exchange: Exchange, verb: AnyVerb, context: RouteContext): Promise<Response> {
  const { spec, request, headers, requestId } = exchange;
  checkLength(request, spec.maxBody ?? MAX_BODY);
  if (spec.can === null) {
    await admitAddress(request, "open", headers);
    const { input } = await parse(exchange, context);
    return answer(exchange, await verb(undefined as never, input));
  }
  const principal = await identify(request, headers);
  exchange.principal = principal;
  authorize(spec, spec.can, principal);
  const { input, raw } = await parse(exchange, context);
  const ctx = makeCtx({ ...principal, requestId, address: addressOf(request), signal: request.signal });
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
    const headers = new Headers({ "X-Request-Id": requestId, "Cache-Control": "no-store" });
    const exchange: Exchange = { spec, request, requestId, headers, principal: null };
    const response = await run(exchange, verb as unknown as AnyVerb, context).catch((thrown) =>
      answerError(exchange, thrown),
    );
    const ms = Math.round(performance.now() - started);
    log.debug(
      { requestId, method: request.method, route: spec.summary, status: response.status, ms },
      "request",
    );
    return response;
  };
  const ask = async (ctx: Ctx, asked: Asked): Promise<Out<R>> => {
    if (spec.can !== null) authorize(spec, spec.can, ctx);
    const result = await (verb as unknown as AnyVerb)(ctx, inputOf(spec, asked));
    return present(spec.response, result) as Out<R>;
  };
  return Object.assign(handler, { spec, ask });
}
