import { z } from "zod";
import { SCOPE_PARAMETER } from "@/lib/platform/context/scope";
import type { ErrorDetail } from "@/lib/platform/errors";
import type { IfMatch } from "@/lib/platform/if-match";
import { NoFields } from "@/lib/platform/schema";
import { type JsonBody, MAX_BODY, readJson } from "./body";
import type { RawBody } from "./idempotency";
import { parseIfMatch } from "./if-match";
import { checkParams, checkPart, queryOf, throwProblems } from "./parse";
import type { Exchange } from "./respond";
import type { PageRequest, RouteContext, Spec, Upload } from "./spec";
import { NO_UPLOAD, openUpload } from "./upload";

type Schema = z.ZodType | undefined;
/** The validated parts of a request, typed for the verb. */
export type CheckedInput = {
  params: never;
  query: never;
  body: never;
  upload: Upload;
  wantsEvents: boolean;
  lastEventId: string | null;
  range: string | null;
  ifMatch: IfMatch;
};
type Parsed = { input: CheckedInput; raw: RawBody };

/** A route without a query schema accepts no parameters. */
const noQuery = z.strictObject({});
const noBody: JsonBody = { value: {}, raw: Buffer.alloc(0) };

/**
 * The schema of a body. A POST without one accepts an empty object, so that unknown fields are not ignored.
 */
const bodyOf = ({ body, accepts }: Spec, { method }: Request): Schema =>
  body ?? (method === "POST" && accepts === undefined ? NoFields : undefined);

/**
 * Validates all parts of a request. An invalid path is a 404, before all else; other problems are reported
 * together.
 */
export async function parse({ spec, request, principal }: Exchange, context: RouteContext): Promise<Parsed> {
  const problems: ErrorDetail[] = [];
  const schema = bodyOf(spec, request);
  const max = spec.maxBody ?? MAX_BODY;
  const file = spec.accepts === undefined ? null : openUpload(request, spec.accepts, max);
  const body = schema === undefined ? noBody : await readJson(request, max);
  const params = spec.params === undefined ? {} : checkParams(spec.params, await context.params);
  const search = queryOf(new URL(request.url).searchParams, problems);
  // `authenticate` has read a session's scope. For a key it is an unknown parameter.
  if (principal?.actor.type === "member" || principal?.actor.type === "staff") delete search[SCOPE_PARAMETER];
  const query = checkPart(spec.query ?? noQuery, "query", search, problems);
  const value = schema === undefined ? {} : checkPart(schema, "body", body.value, problems);
  const ifMatch = spec.ifMatch === true ? parseIfMatch(request.headers.get("if-match"), problems) : null;
  throwProblems(problems);
  return {
    input: {
      params: params as never,
      query: query as never,
      body: value as never,
      upload: file?.upload ?? NO_UPLOAD,
      wantsEvents: /\btext\/event-stream\b/.test(request.headers.get("accept") ?? ""),
      lastEventId: request.headers.get("last-event-id"),
      range: request.headers.get("range"),
      ifMatch,
    },
    raw: file?.digest ?? body.raw,
  };
}

/** Validates the parts of a page's request, with the same 404 and 400 as for HTTP requests. */
export function inputOf(spec: Spec, { params = {}, query = {} }: PageRequest): CheckedInput {
  const problems: ErrorDetail[] = [];
  const checkedParams = spec.params === undefined ? {} : checkParams(spec.params, params);
  const search = checkPart(spec.query ?? noQuery, "query", query, problems);
  throwProblems(problems);
  return {
    params: checkedParams as never,
    query: search as never,
    body: {} as never,
    upload: NO_UPLOAD,
    wantsEvents: false,
    lastEventId: null,
    range: null,
    ifMatch: null,
  };
}
