import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { metricsAccess } from "@/lib/platform/env";
import { meterDatabase } from "./database";
import { meterRequests, type Observe } from "./requests";
import { type Metrics, serveMetrics } from "./serve-metrics";

/** Node's channels of its HTTP servers: https://nodejs.org/api/diagnostics_channel.html#http. */
const STARTED = "http.server.request.start";
const FINISHED = "http.server.response.finish";

type Message = { request: IncomingMessage; response: ServerResponse };

/** The kind of a request to the pages. Paths contain ids, so they are no label. */
function routeOf({ url = "" }: IncomingMessage): string {
  if (url.startsWith("/_next/")) return "asset";
  if (url.startsWith("/api/")) return "api";
  return url.startsWith("/v1/") ? "v1" : "page";
}

/** Reports each response of this process's HTTP servers, except those of the metrics. Returns the function that ends it. */
function observeServers(observe: Observe, metricsPort: number | undefined): () => void {
  const startedAtMs = new WeakMap<IncomingMessage, number>();
  const onStart = (message: unknown) => {
    const { request } = message as Message;
    if (request.socket.localPort !== metricsPort) startedAtMs.set(request, performance.now());
  };
  const onFinish = (message: unknown) => {
    const { request, response } = message as Message;
    const started = startedAtMs.get(request);
    if (started === undefined) return;
    const { method = "" } = request;
    observe({
      method,
      route: routeOf(request),
      status: response.statusCode,
      ms: performance.now() - started,
    });
  };
  subscribe(STARTED, onStart);
  subscribe(FINISHED, onFinish);
  return () => {
    unsubscribe(STARTED, onStart);
    unsubscribe(FINISHED, onFinish);
  };
}

/** Counts and serves the work of the process of the pages: requests, database connections, event loop and memory. */
export function openPagesMetrics(access: ReturnType<typeof metricsAccess> = metricsAccess("pages")): Metrics {
  const { token, port } = access;
  // The pages have no public port. The token protects the port of the metrics.
  const isOff = port === undefined;
  const metrics = serveMetrics(
    { ...access, token: isOff ? undefined : token, meters: [meterDatabase] },
    (registry) => meterRequests(registry, "parley_pages"),
  );
  if (metrics.observe === undefined) return metrics;
  const stopObserving = observeServers(metrics.observe, port);
  return {
    ...metrics,
    stop: async () => {
      stopObserving();
      await metrics.stop();
    },
  };
}
