import { lookup } from "node:dns/promises";
import { Agent, fetch as undiciFetch } from "undici";
import type { WebSocket } from "ws";
import { type Span, withSpan } from "@/lib/platform/telemetry";
import { withTimeout } from "@/lib/platform/with-timeout";
import { type ByteReader, limitedBody, readLimited } from "./body";
import { type Guard, guardedConnector, type Resolve, resolveAllowedAddresses } from "./connect";
import { type Deadline, startDeadline } from "./deadline";
import { EgressError } from "./errors";
import { type Hop, nextHop, redirectTarget } from "./redirect";
import { type EgressSend, sendOnce } from "./send";
import { type EgressSocketInit, openSocket } from "./socket";
import { parseTarget, portOf } from "./url";

/**
 * Maximum sockets to one origin. A workspace's busiest server needs one for each running turn; more requests
 * queue.
 */
const MAX_SOCKETS_PER_ORIGIN = 64;
/** Lifetime of an idle socket, which keeps the pools small. It overrides the server's keep-alive time. */
const KEEP_ALIVE_MS = 10_000;
/** Maximum origins with open sockets: addresses come from many workspaces, and each pool takes memory. */
const MAX_ORIGINS = 2_000;
/** A name that takes longer to resolve counts as unresolvable for now. */
const CHECK_RESOLVE_MS = 3_000;
/** Statuses whose responses have no body (Fetch standard). */
const NULL_BODY = new Set([204, 205, 304]);
const MAX_REDIRECTS = 3;
/** The semantic conventions of clients count 4xx and 5xx as errors. */
const FIRST_ERROR_STATUS = 400;

export type EgressInit = {
  method?: string;
  headers?: Record<string, string>;
  /**
   * Headers that depend on the target (a credential bound to hosts). Called for each hop; overrides
   * `headers`.
   */
  headersFor?: (url: URL) => Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal | undefined;
  /** Limit for the whole exchange: connection, headers, body and all redirects. */
  timeoutMs: number;
  /** Limit for the response body after decompression. */
  maxBytes: number;
  /** Redirects to follow, at most 3. By default 0: the caller gets the 3xx. */
  maxRedirects?: number;
};

export type EgressStreamInit = EgressInit & {
  /** Maximum time from the start to the first byte of the body. */
  firstByteMs: number;
  /** Maximum time between two chunks of the body. */
  idleMs: number;
};

/**
 * The guarded HTTP client for outgoing requests. Every error except the caller's own abort is an
 * `EgressError`.
 */
export type HttpClient = {
  /** Sends a request and reads the complete response, so that no connection is left open. */
  fetch(url: string | URL, init: EgressInit): Promise<Response>;
  /**
   * Sends a request and returns only its status, for many requests at a time. The body is read and dropped.
   * No redirects.
   */
  send(url: string | URL, init: EgressSend): Promise<number>;
  /**
   * Sends a request and streams its body, which errors at the limits. The caller must read or cancel the
   * body.
   */
  stream(url: string | URL, init: EgressStreamInit): Promise<Response>;
  /**
   * Opens a WebSocket (`http` for `ws`, `https` for `wss`), which the signal closes. No redirects. The socket
   * is paused, so that no message is lost before the caller listens; `resume()` starts it.
   */
  socket(url: string | URL, init: EgressSocketInit): Promise<WebSocket>;
  /**
   * Checks a URL during configuration. Throws `bad_url`, or `refused_address` if its address, or an address
   * that its name currently resolves to, is internal. An unresolvable name passes, since every connection is
   * checked again.
   */
  checkUrl(url: string | URL): Promise<void>;
  /** Closes all sockets. */
  close(): Promise<void>;
};

/** Resolves with the system's resolver, including `/etc/hosts`. */
const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

export type EgressOptions = {
  allowedHosts: readonly string[];
  resolve?: Resolve;
  /** Maximum sockets to one origin; null for no limit, if the sender has its own. */
  socketsPerOrigin?: number | null;
};

/**
 * Runs an exchange in a span with its method and status. Its address is not recorded, as it can contain secrets of a
 * workspace, and no trace id is sent to the server, which belongs to someone else.
 */
const traceExchange = <T>(method: string, work: (span: Span) => Promise<T>): Promise<T> =>
  withSpan(method, { kind: "client", attributes: { "http.request.method": method } }, work);

const setStatus = (span: Span, status: number): void => {
  span.set({ "http.response.status_code": status });
  if (status >= FIRST_ERROR_STATUS) span.fail(String(status));
};

/**
 * Creates an HTTP client. Each has its own pools, since a socket that one allow-list admitted must not serve
 * another. `allowedHosts`: `host` or `host:port`, in lower case, that are permitted although their addresses
 * are internal.
 */
export function createHttpClient(options: EgressOptions): HttpClient {
  const guard: Guard = { allowedHosts: options.allowedHosts, resolve: options.resolve ?? systemResolve };
  const agent = new Agent({
    connect: guardedConnector(guard),
    connections: options.socketsPerOrigin === undefined ? MAX_SOCKETS_PER_ORIGIN : options.socketsPerOrigin,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxOrigins: MAX_ORIGINS,
    headersTimeout: 0, // the client's own limits are tighter and cover the whole exchange
    bodyTimeout: 0,
  });

  const client: HttpClient = {
    async fetch(url, init) {
      const deadline = startDeadline(init.timeoutMs, init.signal);
      try {
        const response = await followRedirects(agent, url, init, deadline);
        const body = await readLimited(response.reader, init.maxBytes, deadline);
        return new Response(NULL_BODY.has(response.status) ? null : body, response);
      } catch (error) {
        throw deadline.toThrown(error);
      } finally {
        deadline.end();
      }
    },

    send: (url, init) => sendOnce(agent, url, init),

    async stream(url, init) {
      const deadline = startDeadline(init.timeoutMs, init.signal);
      const startedAt = performance.now();
      const headersTimer = setTimeout(() => deadline.abort(new EgressError("timeout")), init.firstByteMs);
      try {
        const response = await followRedirects(agent, url, init, deadline);
        const firstChunkMs = Math.max(0, init.firstByteMs - (performance.now() - startedAt));
        const limits = { maxBytes: init.maxBytes, idleMs: init.idleMs, firstChunkMs };
        const body = limitedBody(response.reader, limits, deadline);
        if (!NULL_BODY.has(response.status)) return new Response(body, response);
        deadline.end();
        return new Response(null, response);
      } catch (error) {
        deadline.end();
        throw deadline.toThrown(error);
      } finally {
        clearTimeout(headersTimer);
      }
    },

    socket: (url, init) => openSocket(guard, url, init),

    async checkUrl(url) {
      const target = parseTarget(url);
      const port = portOf(target.protocol, target.port);
      const checked = resolveAllowedAddresses(guard, target.hostname, port).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof EgressError && error.code === "refused_address") throw error;
        },
      );
      await withTimeout(checked, CHECK_RESOLVE_MS, () => undefined);
    },

    close: () => agent.destroy(),
  };
  return withSpans(client);
}

/** The same client, with a span for each exchange while traces are on. */
const withSpans = (client: HttpClient): HttpClient => ({
  ...client,
  fetch: (url, init) =>
    traceExchange(init.method ?? "GET", async (span) => {
      const response = await client.fetch(url, init);
      setStatus(span, response.status);
      return response;
    }),
  send: (url, init) =>
    traceExchange(init.method, async (span) => {
      const status = await client.send(url, init);
      setStatus(span, status);
      return status;
    }),
  stream: (url, init) =>
    traceExchange(init.method ?? "GET", async (span) => {
      const response = await client.stream(url, init);
      setStatus(span, response.status);
      return response;
    }),
  socket: (url, init) =>
    traceExchange("GET", (span) => {
      span.set({ "network.protocol.name": "websocket" });
      return client.socket(url, init);
    }),
});

type EgressResponse = { status: number; headers: Headers; reader: ByteReader };

const NO_BODY: ByteReader = { read: async () => ({ done: true }), cancel: async () => {} };

async function followRedirects(
  agent: Agent,
  url: string | URL,
  init: EgressInit,
  deadline: Deadline,
): Promise<EgressResponse> {
  let hop: Hop = {
    url: parseTarget(url),
    method: init.method ?? "GET",
    headers: init.headers ?? {},
    body: init.body,
  };
  const maxRedirects = Math.min(init.maxRedirects ?? 0, MAX_REDIRECTS);
  for (let followed = 0; ; followed++) {
    const response = await undiciFetch(hop.url, {
      method: hop.method,
      headers: { ...lowerCaseNames(hop.headers), ...lowerCaseNames(init.headersFor?.(hop.url) ?? {}) },
      ...(hop.body !== undefined && { body: hop.body }),
      redirect: "manual",
      dispatcher: agent,
      signal: deadline.signal,
    });
    const { status } = response;
    const reader: ByteReader = response.body?.getReader() ?? NO_BODY;
    const target =
      maxRedirects === 0 ? null : redirectTarget(hop.url, status, response.headers.get("location"));
    if (target === null) {
      if (status < 200 || status > 599) throw new EgressError("network");
      return { status, headers: decodedHeaders([...response.headers]), reader };
    }
    await reader.cancel();
    if (followed === maxRedirects) throw new EgressError("redirect");
    hop = nextHop(hop, status, target);
  }
}

/** Lower-cases header names, so that a header overrides another one instead of being combined with it. */
const lowerCaseNames = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The response headers without those that are wrong for the decompressed and limited body. */
function decodedHeaders(entries: [string, string][]): Headers {
  const headers = new Headers(entries);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  return headers;
}
