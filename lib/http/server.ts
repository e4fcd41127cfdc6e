import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { MetricsHandler, Observe } from "@/lib/data/metrics";
import { closeWithStatus } from "@/lib/platform/close-with-status";
import { NO_SNIFF } from "@/lib/platform/no-sniff";
import { apiListener, type RouteTable } from "./api-listener";
import { MCP_PATH } from "./mcp/path";
import type { Pages } from "./pages-proxy";
import { isApi } from "./paths";
import { type Parts, probes } from "./probes";
import type { Tls } from "./tls";

/** A client that sends its headers more slowly is occupying a connection on purpose. */
const HEADERS_TIMEOUT_MS = 15_000;
/**
 * For the whole request with its body. It ends with the request: a response that streams events is not
 * limited.
 */
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the 60 s of common load balancers, so that they close idle connections first. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** Interval at which the limits above are checked. */
const CHECK_MS = 5_000;
/**
 * Time for running requests at a stop. The supervisor kills the process after 10 s, and the pool closes in
 * between.
 */
const STOP_TIMEOUT_MS = 8_000;
const IDLE_CHECK_MS = 50;

const MIN_TLS = "TLSv1.2";

/** Handles an upgrade to one of its paths; false for other paths. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, pathname: string) => boolean;

type Options = {
  routes: RouteTable;
  pages: Pages;
  parts: Parts;
  voice?: Upgrade;
  /** Certificate and key in PEM for HTTPS; plain HTTP without. */
  tls?: Tls | undefined;
  /** Handles `/metrics`; without it, the pages have that path. */
  metrics?: MetricsHandler;
  /** Receives each request that is answered here or by the pages. */
  observe?: Observe | undefined;
};

/** Metrics label of all pages together, as their paths contain IDs. */
const PAGES_ROUTE = "pages";

/** The normalized path of a request target; null for one that is not a path (`*`) or not a URL. */
function pathnameOf({ url = "/" }: IncomingMessage): string | null {
  try {
    return new URL(url.startsWith("/") ? `http://localhost${url}` : url).pathname;
  } catch {
    return null;
  }
}

const STATUS_BY_PARSER_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responds to a request that Node.js could not parse, with the status that Node.js would send. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const code = error.code ?? "";
  // After a started response, a status would become part of its body; without a handshake none can be sent.
  const hasAnswered = socket instanceof Socket && socket.bytesWritten > 0;
  if (!socket.writable || hasAnswered || code === "ECONNRESET" || /^ERR_(?:TLS|SSL)_/.test(code))
    socket.destroy();
  else closeWithStatus(socket, STATUS_BY_PARSER_ERROR[code] ?? 400);
}

/** Reports a page request once its response has been sent. */
function watch({ method = "" }: IncomingMessage, response: ServerResponse, observe: Observe): void {
  const startedAtMs = performance.now();
  response.once("finish", () =>
    observe({ method, route: PAGES_ROUTE, status: response.statusCode, ms: performance.now() - startedAtMs }),
  );
}

/**
 * The server of the one port: `/v1` and `/mcp` by their handlers, `/healthz`, `/readyz` and `/metrics`, the sockets of
 * `voice`, and all other paths by the pages. `stop` accepts no new requests, ends subscriptions, and waits
 * for running requests.
 */
export function makeServer({ routes, pages, parts, voice, tls, metrics, observe }: Options): {
  server: Server | TlsServer;
  /** Uses another certificate for new connections. Only for a server that began with one. */
  setTls(tls: Tls): void;
  stop(): Promise<void>;
} {
  const api = apiListener(routes, observe);
  const probe = probes(parts);

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const pathname = pathnameOf(request);
    // The API rejects targets that are not paths.
    if (pathname === null || isApi(pathname) || pathname === MCP_PATH) api.listener(request, response);
    else {
      for (const [name, value] of Object.entries(NO_SNIFF)) response.setHeader(name, value);
      answerOutside(request, response, pathname);
    }
  };
  const answerOutside = (request: IncomingMessage, response: ServerResponse, pathname: string) => {
    if (!probe(request, response, pathname) && !metrics?.(request, response, pathname)) {
      if (observe !== undefined) watch(request, response, observe);
      pages.web(request, response);
    }
  };

  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_MS,
  };
  const tlsServer =
    tls === undefined ? null : createTlsServer({ ...limits, ...tls, minVersion: MIN_TLS }, onRequest);
  const server = tlsServer ?? createServer(limits, onRequest);
  server.on("clientError", refuseUnreadable);
  server.on("checkExpectation", (_, response: ServerResponse) => {
    response.writeHead(417, NO_SNIFF).end();
  });
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request, socket, head) => {
    upgraded.add(socket);
    socket.on("close", () => upgraded.delete(socket));
    const pathname = pathnameOf(request);
    if (pathname === null) closeWithStatus(socket, 400);
    else if (voice?.(request, socket, head, pathname) === true) return;
    else if (isApi(pathname) || request.headers.upgrade?.toLowerCase() !== "websocket")
      closeWithStatus(socket, 404);
    else pages.upgrade(request, socket, head);
  });

  const stop = async () => {
    await drain(server, () => {
      api.endStreams();
      for (const socket of upgraded) socket.destroy();
    });
    pages.close();
  };
  return {
    server,
    setTls: (next) => tlsServer?.setSecureContext({ ...next, minVersion: MIN_TLS }),
    stop,
  };
}

/** Accepts no new connections, ends endless streams, and waits for the rest. */
async function drain(server: Server | TlsServer, endEndless: () => void): Promise<void> {
  await new Promise<void>((done) => {
    const late = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
    // Otherwise a connection whose request ends now would stay open for the next one.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(late);
      clearInterval(idle);
      done();
    });
    endEndless();
  });
}
