import { createServer } from "node:http";
import { log } from "@/lib/platform/log";
import { answer, send } from "./answer";
import { METRICS_PATH } from "./door";

/** For programs of this machine alone: whoever else is to read the figures needs the token. */
const LOOPBACK = "127.0.0.1";
/** A scrape is a request without a body. */
const REQUEST_TIMEOUT_MS = 5_000;
/** Longer than monitors commonly wait between two scrapes, so that they keep their connection. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/**
 * Serves `/metrics` on a loopback port. Where that is taken the log says so, and the process goes on: calls are not to
 * end for their figures.
 */
export function listen(text: () => Promise<string>, port: number): { stop(): Promise<void> } {
  const limits = {
    headersTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  };
  const server = createServer(limits, (request, response) => {
    if (request.url?.split("?", 1)[0] === METRICS_PATH) answer(request, response, text);
    else send(response, 404, `The metrics are at ${METRICS_PATH}.\n`);
  });
  server.on("error", (error) => log.error({ err: error, port }, "METRICS_PORT cannot be listened on"));
  server.listen({ host: LOOPBACK, port }, () => log.info({ port }, "the metrics are served"));
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
