import { type ErrorCode, PROBLEMS } from "@/lib/platform/errors";
import { LIMITS, WINDOW_MS } from "@/lib/platform/limits";
import type { Json } from "./json";

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: "string" },
  example,
});

/** Headers of several responses. */
export const HEADERS: Record<string, Json> = {
  "X-Request-Id": text(
    "Identifies this request in the log and the audit log.",
    "req_01jd2q7m3kz5v8c0w4y6n1t9bx",
  ),
  "RateLimit-Policy": text(
    "The limit `q` in each rolling window of `w` seconds.",
    `"default";q=${LIMITS.key};w=${WINDOW_MS / 1000}`,
  ),
  RateLimit: text(
    "`r` requests remain; another one becomes available after `t` seconds.",
    `"default";r=${LIMITS.key - 1};t=60`,
  ),
  Location: text("The path of the created resource.", "/v1/agents/agt_01jd2q7m3kz5v8c0w4y6n1t9bx"),
  ETag: text(
    "The resource's `revision` in double quotes, to send as `If-Match`.",
    '"0190c6a4-6d0e-4c57-9a56-3f4f4d3b9a71"',
  ),
  "Idempotent-Replayed": text(
    "`true` if the response repeats that of an earlier request with this `Idempotency-Key`.",
    "true",
  ),
  "Retry-After": text("Seconds to wait before a retry.", "7"),
  "WWW-Authenticate": text("The required authentication scheme.", "Bearer"),
};

export const headerRefs = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const PARAMETERS: Record<string, Json> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Chosen by the client. Within 24 hours, the same request with the same key has no further effect and returns the same response; with another body it is rejected.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
    example: "5d0c1c1e-2b7a-4f0e-9d38-6a1f3f1c7f52",
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "Changes the resource only if its current entity tag is one of these: the `ETag` of a response, which is the resource's `revision` in double quotes. `*` accepts every one. Otherwise the answer is 412 `precondition_failed`, and nothing is changed.",
    schema: { type: "string" },
    example: '"0190c6a4-6d0e-4c57-9a56-3f4f4d3b9a71"',
  },
  LastEventId: {
    name: "Last-Event-ID",
    in: "header",
    description: "The ID of the last received event. The stream resumes after it.",
    schema: { type: "string", maxLength: 100 },
  },
};

const codesOf = (status: number): ErrorCode[] =>
  (Object.keys(PROBLEMS) as ErrorCode[]).filter((code) => PROBLEMS[code].status === status);

/** Headers of an error status, in addition to those of every response. */
const MORE_HEADERS: Record<number, string[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

function problemResponse(status: number): Json {
  const codes = codesOf(status);
  const titles = codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`);
  const properties = { code: { enum: codes, description: "One of the codes of this status." } };
  return {
    description: titles.join(" "),
    headers: headerRefs("X-Request-Id", ...(MORE_HEADERS[status] ?? [])),
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            status === 400 ? { required: ["details"], properties } : { properties },
          ],
        },
      },
    },
  };
}

/** `Error400` … `Error503`, one per status in the table of errors. */
export const RESPONSES: Record<string, Json> = Object.fromEntries(
  [...new Set(Object.values(PROBLEMS).map(({ status }) => status))].map((status) => [
    `Error${status}`,
    problemResponse(status),
  ]),
);

const REASON: Json = {
  type: "string",
  description:
    "Name of the sentence for programs. It tells problems of a code apart, and equals the code for the standard sentence of the code.",
};

const PARAMS: Json = {
  type: "object",
  description:
    "The values in the sentence, by name, so that a client can translate it by reason and values. Absent or empty if it has none.",
  additionalProperties: { type: ["string", "number"] },
};

export const SCHEMAS: Record<string, Json> = {
  Problem: {
    type: "object",
    description: "A problem document (RFC 9457).",
    required: ["type", "title", "status", "code", "reason", "detail", "request_id"],
    properties: {
      type: {
        type: "string",
        description: "Where the code is explained.",
        examples: ["/docs/errors#validation_error"],
      },
      title: { type: "string", description: "Name of the problem for people." },
      status: { type: "integer", description: "Status of the response." },
      code: { type: "string", description: "Name of the problem for programs." },
      reason: { ...REASON, examples: ["own_key_active"] },
      detail: { type: "string", description: "What happened and what to do, for people." },
      request_id: {
        type: "string",
        description: "Identifier of the request, `req_…`, as in `X-Request-Id`.",
      },
      params: PARAMS,
      details: {
        type: "array",
        description: "Each problem of the request. Present in every 400.",
        items: { $ref: "#/components/schemas/ProblemDetail" },
      },
    },
  },
  ProblemDetail: {
    type: "object",
    required: ["in", "pointer", "code", "message"],
    properties: {
      in: { enum: ["body", "query", "path", "header"], description: "Part of the request." },
      pointer: {
        type: "string",
        description: "JSON pointer (RFC 6901) within that part.",
        examples: ["/voice_id"],
      },
      code: { type: "string", description: "Name of the problem for programs." },
      reason: { ...REASON, examples: ["use_provider_and_voice"] },
      message: { type: "string", description: "What to change, for people." },
      params: PARAMS,
    },
  },
};
