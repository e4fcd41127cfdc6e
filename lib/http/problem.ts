import { isMissingParent, isUnavailable } from "@/lib/platform/db";
import { AppError, PROBLEMS } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

const RETRY_AFTER_S = 2;

/**
 * Converts an error to one that clients can see. Unexpected errors become `internal`, without their cause.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) {
    return new AppError("unavailable", { retryAfterS: RETRY_AFTER_S, cause: error });
  }
  if (isMissingParent(error)) return new AppError("resource_deleted_meanwhile", { cause: error });
  return new AppError("internal", { cause: error });
}

/** The problem document of RFC 9457, with the members of the `/v1` API. */
export function problemOf(error: AppError, requestId: string): Record<string, unknown> {
  const { status, title } = PROBLEMS[error.code];
  return {
    type: `/docs/errors#${error.code}`,
    title,
    status,
    code: error.code,
    reason: error.reason,
    detail: error.message,
    request_id: requestId,
    ...(error.params && { params: error.params }),
    ...(status === 400 && { details: error.details ?? [] }),
  };
}

/** Logs details that clients do not see: a 5xx with its cause. */
export function logFailure(error: AppError, requestId: string, route: string): void {
  const { status } = PROBLEMS[error.code];
  if (status >= 500)
    log.error(
      { requestId, route, code: error.code, reason: error.reason, err: error.cause ?? error },
      "a request failed",
    );
}

/** The response for an error, with the headers of its code. */
export function problemResponse(error: AppError, requestId: string, headers: Headers): Response {
  const { status } = PROBLEMS[error.code];
  headers.set("Content-Type", "application/problem+json");
  if (status === 401) headers.set("WWW-Authenticate", "Bearer");
  const retryAfterS = error.retryAfterS ?? (status === 503 ? RETRY_AFTER_S : undefined);
  if (retryAfterS !== undefined) headers.set("Retry-After", String(retryAfterS));
  return new Response(JSON.stringify(problemOf(error, requestId)), { status, headers });
}
