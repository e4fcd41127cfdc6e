import { createServer } from "node:http";
import { log } from "@/lib/platform/log";
import { answer, send } from "./answer";
import { createMetricsHandler, METRICS_PATH, type MetricsHandler } from "./metrics-handler";

/** Answers that the process responds. The worker has no other port for a probe. */
const HEALTH_PATH = "/healthz";
/** A scrape is a request without a body. */
const REQUEST_TIMEOUT_MS = 5_000;
/** Longer than the usual scrape interval, so that connections are kept. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

type Listener = {
  host: string;
  port: number;
  /** Whether reading needs no token, as only programs on this machine reach the address. */
  isOpen: boolean;
  token: string | undefined;
};

/**
 * Serves `/metrics` and `/healthz` on a separate port. If the port is taken, this is logged, and the process
 * continues: calls must not end because of metrics.
 */
export function listen(
  text: () => Promise<string>,
  { host, port, isOpen, token }: Listener,
): { stop(): Promise<void> } {
  const openHandler: MetricsHandler = (request, response, pathname) => {
    if (pathname !== METRICS_PATH) return false;
    answer(request, response, text);
    return true;
  };
  const handle = isOpen ? openHandler : createMetricsHandler(text, token);
  const limits = {
    headersTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  };
  const server = createServer(limits, (request, response) => {
    const [pathname = ""] = request.url?.split("?", 1) ?? [];
    if (pathname === HEALTH_PATH) send(response, 200, "ok\n");
    else if (!handle(request, response, pathname))
      send(response, 404, `The metrics are at ${METRICS_PATH}.\n`);
  });
  server.on("error", (error) =>
    log.error(
      { err: error, host, port },
      "the address of METRICS_HOST and METRICS_PORT cannot be listened on",
    ),
  );
  server.listen({ host, port }, () => log.info({ port }, "the metrics are served"));
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
