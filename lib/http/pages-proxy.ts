import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ProxyServer } from "http-proxy-3";
import { closeWithStatus } from "@/lib/platform/close-with-status";
import { log } from "@/lib/platform/log";
import { createPageAdmission } from "./page-admission";

/** The pages are only reachable from this machine; this process forwards to them. */
const HOST = "127.0.0.1";
/** Maximum silence of a page; the slowest renders in a second. */
const SILENCE_TIMEOUT_MS = 60_000;
/** The supervisor restarts the pages within some seconds. */
const RETRY_AFTER_S = 2;

/** A page of this process, for readers of a browser. */
const plainPage = (
  title: string,
  sentence: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:20vh auto;padding:0 1em;color-scheme:light dark}</style>
<h1>${title}</h1><p>${sentence}</p></html>
`;
const DOWN = plainPage("One moment", "The dashboard is starting. Reload this page in a few seconds.");
const BUSY = plainPage("Too many requests at once", "The server is busy. Reload this page in a few seconds.");

/** Headers that a client could forge and the pages would trust. */
const FORWARDED = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
];

export type Pages = {
  web(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
};

function respondUnavailable(response: ServerResponse, page: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(503, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(page),
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Cache-Control": "no-store",
    "Retry-After": RETRY_AFTER_S,
  });
  response.end(page);
}

/**
 * Whether a request can be repeated. The pages can close a kept connection at the moment of its reuse, which
 * does not mean that they are down: the request is repeated once, on a new connection.
 */
const isSafe = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

/** A process without pages. */
export const noPages: Pages = {
  web: (_, response) => response.writeHead(404, { "Cache-Control": "no-store" }).end(),
  upgrade: (_, socket) => closeWithStatus(socket, 404),
  close: () => undefined,
};

/**
 * Forwards all requests outside the API to the pages' process on this loopback port, including upgrades (the
 * reload of `npm run dev`). While it is down or busy, a plain page says so. `trustProxy` is the number of proxies in
 * front whose `X-Forwarded-*` is passed on; this process adds its peer's address.
 */
export function pagesProxy(port: number, trustProxy: number): Pages {
  const agent = new Agent({ keepAlive: true });
  const proxy = new ProxyServer({
    target: { host: HOST, port },
    agent,
    xfwd: true,
    proxyTimeout: SILENCE_TIMEOUT_MS,
  });
  const admission = createPageAdmission();
  const onKept = new WeakSet<IncomingMessage>();
  proxy.on("proxyReq", (proxyRequest, request) => {
    if (proxyRequest.reusedSocket) onKept.add(request);
  });
  const believe = (request: IncomingMessage) => {
    if (trustProxy === 0) for (const name of FORWARDED) delete request.headers[name];
  };
  const onError = (error: Error, response: ServerResponse | Socket | Duplex) => {
    log.warn({ err: error }, "the pages could not be reached");
    if ("writeHead" in response) respondUnavailable(response, DOWN);
    else if (response instanceof Socket && response.bytesWritten === 0) closeWithStatus(response, 503);
    else response.destroy();
  };
  // Without a listener the proxy throws errors after the response has started.
  proxy.on("error", (error, _request, response) => onError(error, response));
  // A broken response is broken here too, or its reader would wait forever.
  proxy.on("proxyRes", (answer, _request, response) =>
    answer.on("close", () => {
      if (!answer.complete) response.destroy();
    }),
  );
  const forward = (request: IncomingMessage, response: ServerResponse) => {
    const down = (error: Error) => onError(error, response);
    proxy.web(request, response, {}, (error) => {
      const shouldRetry =
        onKept.has(request) && isSafe(request) && !response.headersSent && !response.destroyed;
      if (shouldRetry) proxy.web(request, response, { agent: false }, down);
      else down(error);
    });
  };
  return {
    web(request, response) {
      believe(request);
      admission.admit(
        request,
        response,
        () => forward(request, response),
        () => respondUnavailable(response, BUSY),
      );
    },
    upgrade(request, socket, head) {
      believe(request);
      // A new connection, as an upgraded one never returns to the pool.
      proxy.ws(request, socket, head, { agent: false, proxyTimeout: 0 }, (error) => onError(error, socket));
    },
    close() {
      admission.close();
      agent.destroy();
    },
  };
}
