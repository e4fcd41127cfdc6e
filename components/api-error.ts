import type { ErrorCode, ErrorDetail, MessageParams } from "@/lib/platform/errors";

/** Error of a browser request: the API's problem, or a failed connection. `problem-text.ts` has its text for the screen. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "unreachable" | "offline" | "unexpected";
  readonly reason: string | undefined;
  readonly params: MessageParams | undefined;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;

  constructor(
    message: string,
    problem: Partial<Pick<ApiError, "status" | "code" | "reason" | "params" | "details" | "requestId">>,
  ) {
    super(message);
    this.name = "ApiError";
    this.status = problem.status ?? 0;
    this.code = problem.code ?? "unreachable";
    this.reason = problem.reason;
    this.params = problem.params;
    this.details = problem.details ?? [];
    this.requestId = problem.requestId ?? null;
  }

  /**
   * The texts by form field: `/recording/retention_days` is `recording.retention_days`, as @mantine/form names it.
   * Omits details of the whole body.
   */
  fields(textOf: (detail: ErrorDetail, path: string) => string): Record<string, string> {
    const texts: Record<string, string> = {};
    for (const detail of this.details) {
      const path = detail.pointer.slice(1).split("/").map(unescaped).join(".");
      if (detail.in === "body" && path !== "" && texts[path] === undefined)
        texts[path] = textOf(detail, path);
    }
    return texts;
  }
}

/** A JSON pointer's own escapes (RFC 6901). */
const unescaped = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** The body of a failed response. */
export type Problem = {
  status?: number;
  code?: ErrorCode;
  reason?: string;
  detail?: string;
  params?: MessageParams;
  details?: readonly ErrorDetail[];
};

/** For the log; the catalog has the text for the screen. */
const UNEXPECTED = "unexpected response";

/** The error that a problem document describes. */
export function errorOf(problem: Problem | null, status: number, requestId: string | null): ApiError {
  const { code = "unexpected", details = [] } = problem ?? {};
  const params = code === "unexpected" ? {} : problem?.params;
  return new ApiError(problem?.detail ?? UNEXPECTED, {
    status: problem?.status ?? status,
    code,
    reason: problem?.reason,
    params,
    details,
    requestId,
  });
}
