/**
 * The catalog of error codes: status and title of each. Source: the error list of the `/v1` contract
 * (`docs/api.md`). Codes are part of the contract; titles are not.
 */
export const PROBLEMS = {
  validation_error: { status: 400, title: "Validation error" },
  invalid_api_key: { status: 401, title: "Missing or invalid API key" },
  forbidden: { status: 403, title: "Not allowed" },
  plan_required: { status: 403, title: "Not part of the plan" },
  key_in_browser: { status: 403, title: "API key in a browser" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "Sent too slowly" },
  conflict: { status: 409, title: "Conflict" },
  invalid_state: { status: 409, title: "Not possible in this state" },
  in_progress: { status: 409, title: "Still in progress" },
  precondition_failed: { status: 412, title: "Precondition failed" },
  payload_too_large: { status: 413, title: "Payload too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  idempotency_mismatch: { status: 422, title: "Idempotency key used with another request" },
  workspace_locked: { status: 423, title: "Workspace locked" },
  rate_limited: { status: 429, title: "Rate limited" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Unavailable" },
} as const;

export type ErrorCode = keyof typeof PROBLEMS;

/**
 * The parameters of a message. A problem or detail that has them, even if empty, has the standard message of its code, so
 * that clients can translate it by code and parameters. They contain limits and choices of the API, never a sent value.
 */
export type MessageParams = Readonly<Record<string, string | number>>;

/**
 * One problem of a request: the part of the request, a JSON pointer within that part, and what to do about
 * it. Without `params`, the message is specific to the request.
 */
export type ErrorDetail = {
  in: "body" | "query" | "path" | "header";
  pointer: string;
  code: string;
  message: string;
  params?: MessageParams;
};

/** Limits each segment of a pointer, since a client's keys can have any length. */
const MAX_POINTER_KEY = 100;

/** The JSON pointer (RFC 6901) to `path`. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => `/${String(key).slice(0, MAX_POINTER_KEY).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");

type Extra = {
  params?: MessageParams;
  details?: readonly ErrorDetail[];
  retryAfterS?: number;
  cause?: unknown;
};

/**
 * The only error whose message is shown to clients. `message` says what to do and never contains a value from
 * the request. Private information goes into `cause`, which only the log sees.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: MessageParams | undefined;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Seconds until a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = "AppError";
    this.code = code;
    this.params = extra.params;
    this.details = extra.details;
    this.retryAfterS = extra.retryAfterS;
  }
}

/** A 400 that lists every problem. */
export function validationError(details: readonly ErrorDetail[]): AppError {
  const n = details.length;
  return new AppError("validation_error", n === 1 ? "1 field is not valid." : `${n} fields are not valid.`, {
    params: { count: n },
    details,
  });
}

/** A problem of the body at a JSON pointer. `message` says what to do; `params` if it is the standard message of the code. */
export const bodyProblem = (
  pointer: string,
  code: string,
  message: string,
  params?: MessageParams,
): ErrorDetail => ({
  in: "body",
  pointer,
  code,
  message,
  ...(params && { params }),
});

/** A 400 with one problem of the body. */
export const bodyError = (pointer: string, code: string, message: string): AppError =>
  validationError([bodyProblem(pointer, code, message)]);

/** The only 404: a missing resource and another workspace's resource are indistinguishable. */
export const notFound = (): AppError =>
  new AppError("not_found", "There is no such resource here.", { params: {} });
