import { isUnavailable } from "@/lib/platform/db";
import { AppError, PROBLEMS } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

const RETRY_AFTER_S = 2;

/** Any error as the one that a client may see. What was not meant for clients becomes `internal` and says nothing of its cause. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) {
    return new AppError(
      "unavailable",
      "A part of the service cannot be reached at the moment. Try again shortly.",
      {
        retryAfterS: RETRY_AFTER_S,
        cause: error,
      },
    );
  }
  return new AppError(
    "internal",
    "Something failed on our side. Quote the request id to whoever runs this service.",
    { cause: error },
  );
}

/** The problem document of RFC 9457, with the members of the `/v1` contract. */
export function problemOf(error: AppError, requestId: string): Record<string, unknown> {
  const { status, title } = PROBLEMS[error.code];
  return {
    type: `/docs/errors#${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    request_id: requestId,
    ...(status === 400 && { details: error.details ?? [] }),
  };
}

/** Writes what a client does not see into the log: a 5xx with its cause. */
export function logFailure(error: AppError, requestId: string, route: string): void {
  const { status } = PROBLEMS[error.code];
  if (status >= 500)
    log.error({ requestId, route, code: error.code, err: error.cause ?? error }, "a request failed");
}

/** The answer for an error, with the headers that its code asks for. */
export function problemResponse(error: AppError, requestId: string, headers: Headers): Response {
  const { status } = PROBLEMS[error.code];
  headers.set("Content-Type", "application/problem+json");
  if (status === 401) headers.set("WWW-Authenticate", "Bearer");
  const retryAfterS = error.retryAfterS ?? (status === 503 ? RETRY_AFTER_S : undefined);
  if (retryAfterS !== undefined) headers.set("Retry-After", String(retryAfterS));
  return new Response(JSON.stringify(problemOf(error, requestId)), { status, headers });
}
