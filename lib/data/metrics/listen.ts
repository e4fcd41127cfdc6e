import { createServer } from "node:http";
import { log } from "@/lib/platform/log";
import { answer, send } from "./answer";
import { METRICS_PATH } from "./metrics-handler";

/** Only for programs on this machine; remote readers need the token. */
const LOOPBACK = "127.0.0.1";
/** A scrape is a request without a body. */
const REQUEST_TIMEOUT_MS = 5_000;
/** Longer than the usual scrape interval, so that connections are kept. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/**
 * Serves `/metrics` on a loopback port. If the port is taken, this is logged, and the process continues:
 * calls must not end because of metrics.
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
