import { EventSourceParserStream } from "eventsource-parser/stream";
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

type Options = { signal?: AbortSignal; idempotencyKey?: string };
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Leads to the sign-in and back; for a session that has ended while a page was open. */
function leave(): void {
  const currentPath = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?next=${encodeURIComponent(currentPath)}`);
}

const EVENTS = "text/event-stream";
const unreachable = () => new ApiError("Parley cannot be reached. Check your connection and try again.", {});

type Request = Options & { accept?: typeof EVENTS };

async function send(method: Method, path: string, body: unknown, options: Request): Promise<Response> {
  const { signal, idempotencyKey, accept } = options;
  const isFile = body instanceof Blob;
  try {
    return await fetch(path, {
      method,
      headers: {
        ...(accept !== undefined && { accept }),
        ...(body !== undefined && { "content-type": isFile ? body.type : "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

type Problem = { status?: number; code?: ErrorCode; detail?: string; details?: readonly ErrorDetail[] };

function errorOf(problem: Problem | null, status: number, requestId: string | null): ApiError {
  const { code = "internal", details = [] } = problem ?? {};
  const message = problem?.detail ?? "Parley answered something unexpected. Try again.";
  return new ApiError(message, { status: problem?.status ?? status, code, details, requestId });
}

/** The error of a failed response; without a session it redirects to the sign-in page. */
function refused(response: Response, json: unknown): ApiError {
  if (response.status === 401) leave();
  return errorOf(json as Problem | null, response.status, response.headers.get("x-request-id"));
}

async function call<T>(method: Method, path: string, body?: unknown, options: Options = {}): Promise<T> {
  const response = await send(method, path, body, options);
  if (response.status === 204) return undefined as T;
  const json = await response.json().catch(() => null);
  if (response.ok && json !== null) return json as T;
  throw refused(response, json);
}

/** One event of a stream, its data as sent. */
export type StreamedEvent = { event: string; data: unknown };

async function* stream(path: string, body: unknown, options: Options = {}): AsyncGenerator<StreamedEvent> {
  const response = await send("POST", path, body, { ...options, accept: EVENTS });
  if (!response.ok || response.body === null)
    throw refused(response, await response.json().catch(() => null));
  const events = response.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const next = await events.read();
      if (next.done) return;
      const { event = "message", data } = next.value;
      const content: unknown = JSON.parse(data);
      if (event === "error") throw errorOf(content as Problem, 500, response.headers.get("x-request-id"));
      yield { event, data: content };
    }
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error;
    throw unreachable();
  } finally {
    await events.cancel().catch(() => undefined);
  }
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
  /** POSTs a file as what `type` says, as browsers do not agree on what a file's own type is. */
  upload: <T>(path: string, file: Blob, type: string, options?: Options) =>
    call<T>("POST", path, new Blob([file], { type }), options),
  /** With a body only where what goes must be named; most answer nothing. */
  delete: <T = undefined>(path: string, body?: unknown, options?: Options) =>
    call<T>("DELETE", path, body, options),
  /** A POST that is answered by server-sent events; it throws what the stream ends with if that is a problem. */
  stream,
};
