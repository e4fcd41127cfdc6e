import { formatScope, SCOPE_HEADER, scopeOfPath } from "@/lib/platform/context/scope";
import { ApiError, errorOf, type Problem } from "./api-error";
import type { Arguments, Method, Options, PathOf, RequestTo, RouteOf } from "./api-types";
import { loadReasonTexts } from "./reason-texts";

/** Opens the sign-in page, which leads back to this page. */
function openSignIn(): void {
  const currentPath = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?next=${encodeURIComponent(currentPath)}`);
}

let handleSignedOut = openSignIn;
/**
 * Sets what happens when a request finds that the session has ended, instead of opening the sign-in page.
 * Returns a function that restores that.
 */
export function onSignedOut(handler: () => void): () => void {
  handleSignedOut = handler;
  return () => {
    handleSignedOut = openSignIn;
  };
}

/** The header that names the page's workspace and environment, so that a request never reaches another one. */
export function scopeHeader(scope = scopeOfPath(window.location.pathname)): Record<string, string> {
  return scope === null ? {} : { [SCOPE_HEADER]: formatScope(scope) };
}

const EVENTS = "text/event-stream";
const unreachable = () =>
  !navigator.onLine
    ? new ApiError("You are offline. Your changes are kept. Try again.", { code: "offline", params: {} })
    : new ApiError("Parley cannot be reached. Check your connection and try again.", {
        code: "unreachable",
        params: {},
      });

/** A request of any route; `Arguments` has the types of a single one. */
type AnyRequest = Options & { params?: unknown; query?: unknown; body?: unknown; accept?: typeof EVENTS };

/** `/v1/calls/:id` with its parameters and query. Parameters are escaped; undefined values of the query are left out. */
export function addressOf(path: string, { params = {}, query = {} }: AnyRequest): string {
  const values = params as Record<string, string>;
  const address = path.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`${path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as object))
    if (value !== undefined) search.append(name, String(value));
  return search.size === 0 ? address : `${address}?${search}`;
}

async function send(method: Method, path: string, request: AnyRequest): Promise<Response> {
  const { signal, idempotencyKey, ifMatch, accept, body, scope, keepalive = false } = request;
  const address = addressOf(path, request);
  const isFile = body instanceof Blob;
  try {
    return await fetch(address, {
      method,
      headers: {
        ...scopeHeader(scope),
        ...(accept !== undefined && { accept }),
        ...(body !== undefined && { "content-type": isFile ? body.type : "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        ...(ifMatch !== undefined && { "if-match": `"${ifMatch}"` }),
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

/**
 * The error of a failed response, once its sentence can be written in the language of the page. If the session has ended, it
 * also calls the handler of `onSignedOut`.
 */
async function refused(response: Response, json: unknown): Promise<ApiError> {
  if (response.status === 401) handleSignedOut();
  await loadReasonTexts();
  return errorOf(json as Problem | null, response.status, response.headers.get("x-request-id"));
}

async function call(method: Method, path: string, request: AnyRequest): Promise<unknown> {
  const response = await send(method, path, request);
  if (response.status === 204) return undefined;
  const json: unknown = await response.json().catch(() => null);
  if (response.ok && json !== null) return json;
  throw await refused(response, json);
}

/** A file as the server named it. */
export type SentFile = { name: string; content: Blob };

/** The server's names are ASCII without quotes. */
const FILE_NAME = /filename="([^"]+)"/;
const DEFAULT_NAME = "download";

async function requestFile(path: string, request: AnyRequest): Promise<SentFile> {
  const response = await send("POST", path, request);
  if (!response.ok) throw await refused(response, await response.json().catch(() => null));
  const [, name = DEFAULT_NAME] = FILE_NAME.exec(response.headers.get("content-disposition") ?? "") ?? [];
  const content = await response.blob().catch(() => {
    throw unreachable();
  });
  return { name, content };
}

/** One event of a stream, its data as sent. */
export type StreamedEvent = { event: string; data: unknown };

/** POSTs a request that is answered by server-sent events. `path` can also be a whole address. */
export async function* streamEvents(path: string, request: AnyRequest): AsyncGenerator<StreamedEvent> {
  // Before the request, so that nothing is sent whose answer could not be read.
  const { EventSourceParserStream } = await import("eventsource-parser/stream").catch(() => {
    throw unreachable();
  });
  const response = await send("POST", path, { ...request, accept: EVENTS });
  if (!response.ok || response.body === null)
    throw await refused(response, await response.json().catch(() => null));
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
    if (error instanceof ApiError || request.signal?.aborted) throw error;
    throw unreachable();
  } finally {
    await events.cancel().catch(() => undefined);
  }
}

/**
 * The calls of one method. They resolve with the JSON of the response, `undefined` for a 204, and throw an `ApiError`. The
 * kernel has checked the JSON against the route's schema, which the types are of.
 */
const callsOf =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(
    path: P,
    ...[request = {} as RequestTo<RouteOf<M, P>>]: Arguments<RouteOf<M, P>>
  ): Promise<RouteOf<M, P>["response"]> =>
    call(method, path, request) as Promise<RouteOf<M, P>["response"]>;

const post = callsOf("POST");
type Upload<P extends PathOf<"POST">> = Omit<RequestTo<RouteOf<"POST", P>>, "body"> & {
  file: Blob;
  type: string;
};

/** The dashboard's client of `/v1`, which the session's cookie authenticates. Its types are those of the routes. */
export const api = {
  get: callsOf("GET"),
  post,
  put: callsOf("PUT"),
  patch: callsOf("PATCH"),
  delete: callsOf("DELETE"),
  /** POSTs a file with the media type `type`, as browsers disagree on the type of a file. */
  upload: <P extends PathOf<"POST">>(
    path: P,
    { file, type, ...request }: Upload<P>,
  ): Promise<RouteOf<"POST", P>["response"]> =>
    call("POST", path, { ...request, body: new Blob([file], { type }) }) as Promise<
      RouteOf<"POST", P>["response"]
    >,
  /** A POST that is answered by a file. A file of a GET is a link instead. */
  file: <P extends PathOf<"POST">>(path: P, ...[request]: Arguments<RouteOf<"POST", P>>) =>
    requestFile(path, request ?? {}),
  /** A POST that is answered by server-sent events. It throws the problem that ends the stream, if one does. */
  stream: <P extends PathOf<"POST">>(path: P, ...[request]: Arguments<RouteOf<"POST", P>>) =>
    streamEvents(path, request ?? {}),
};
