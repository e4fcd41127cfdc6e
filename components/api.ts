import type { ErrorCode, ErrorDetail } from "@/lib/errors";

/** What went wrong with a request of the browser's: the API's problem, or that it could not be reached at all. */
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
    const found: Record<string, string> = {};
    for (const { in: place, pointer, message } of this.details) {
      const path = pointer.slice(1).split("/").map(unescaped).join(".");
      if (place === "body" && path !== "" && found[path] === undefined) found[path] = message;
    }
    return found;
  }
}

/** A JSON pointer's own escapes (RFC 6901). */
const unescaped = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

type Options = { signal?: AbortSignal; idempotencyKey?: string };
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Leads to the sign-in and back; for a session that has ended while a page was open. */
function leave(): void {
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
}

async function send(method: Method, path: string, body: unknown, options: Options): Promise<Response> {
  const { signal, idempotencyKey } = options;
  try {
    return await fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("Parley cannot be reached. Check your connection and try again.", {});
  }
}

async function call<T>(method: Method, path: string, body?: unknown, options: Options = {}): Promise<T> {
  const response = await send(method, path, body, options);
  if (response.status === 204) return undefined as T;
  const json = await response.json().catch(() => null);
  if (response.ok && json !== null) return json as T;
  if (response.status === 401) leave();
  const requestId = response.headers.get("x-request-id");
  const {
    code = "internal",
    detail = "Parley answered something unexpected. Try again.",
    details = [],
  } = json ?? {};
  throw new ApiError(detail, { status: response.status, code, details, requestId });
}

/**
 * The browser's way to `/v1`, with the session's cookie. Each answers the JSON body, `undefined` for 204, and throws an
 * `ApiError`. Paths are written whole (`/v1/keys`).
 */
export const api = {
  get: <T>(path: string, options?: Options) => call<T>("GET", path, undefined, options),
  post: <T>(path: string, body: unknown = {}, options?: Options) => call<T>("POST", path, body, options),
  put: <T>(path: string, body: unknown, options?: Options) => call<T>("PUT", path, body, options),
  patch: <T>(path: string, body: unknown, options?: Options) => call<T>("PATCH", path, body, options),
  delete: (path: string, options?: Options) => call<undefined>("DELETE", path, undefined, options),
};
