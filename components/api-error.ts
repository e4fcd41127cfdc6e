import type { ErrorCode, ErrorDetail } from "@/lib/platform/errors";

/** Error of a browser request: the API's problem, or a failed connection. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "unreachable";
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;

  constructor(
    message: string,
    problem: Partial<Pick<ApiError, "status" | "code" | "details" | "requestId">>,
  ) {
    super(message);
    this.name = "ApiError";
    this.status = problem.status ?? 0;
    this.code = problem.code ?? "unreachable";
    this.details = problem.details ?? [];
    this.requestId = problem.requestId ?? null;
  }

  /**
   * The messages by form field: `/recording/retention_days` is `recording.retention_days`, as @mantine/form names it.
   * What concerns the body as a whole is left out; it is in `details`.
   */
  fields(): Record<string, string> {
    const messages: Record<string, string> = {};
    for (const { in: place, pointer, message } of this.details) {
      const path = pointer.slice(1).split("/").map(unescaped).join(".");
      if (place === "body" && path !== "" && messages[path] === undefined) messages[path] = message;
    }
    return messages;
  }
}

/** A JSON pointer's own escapes (RFC 6901). */
const unescaped = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** The body of a failed response. */
export type Problem = {
  status?: number;
  code?: ErrorCode;
  detail?: string;
  details?: readonly ErrorDetail[];
};

/** The error that a problem document describes. */
export function errorOf(problem: Problem | null, status: number, requestId: string | null): ApiError {
  const { code = "internal", details = [] } = problem ?? {};
  const message = problem?.detail ?? "Parley answered something unexpected. Try again.";
  return new ApiError(message, { status: problem?.status ?? status, code, details, requestId });
}
