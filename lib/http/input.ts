import { z } from "zod";
import type { ErrorDetail } from "@/lib/platform/errors";
import { NoFields } from "@/lib/platform/schema";
import type { Exchange } from "./answer";
import { type JsonBody, MAX_BODY, readJson } from "./body";
import type { RawBody } from "./idempotency";
import { check, checkParams, queryOf, refuse } from "./parse";
import type { Asked, RouteContext, Spec, Upload } from "./spec";
import { NO_UPLOAD, openUpload } from "./upload";

type Schema = z.ZodType | undefined;
/** The checked parts of a request, for a verb whose types say what they are. */
export type AnyInput = {
  params: never;
  query: never;
  body: never;
  upload: Upload;
  wantsEvents: boolean;
  lastEventId: string | null;
  range: string | null;
};
type Parsed = { input: AnyInput; raw: RawBody };

/** A route that names no query takes none. */
const noQuery = z.strictObject({});
const noBody: JsonBody = { value: {}, raw: Buffer.alloc(0) };

/** What a body may be. A POST that names none takes an empty one: a field that it does not know is none that it may ignore. */
const bodyOf = ({ body, accepts }: Spec, { method }: Request): Schema =>
  body ?? (method === "POST" && accepts === undefined ? NoFields : undefined);

/** Everything about the request is checked here. A wrong path is a 404 whatever else is wrong; the rest is named at once. */
export async function parse({ spec, request }: Exchange, context: RouteContext): Promise<Parsed> {
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
export function inputOf(spec: Spec, { params = {}, query = {} }: Asked): AnyInput {
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
