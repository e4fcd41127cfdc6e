import { Counter, Histogram, type Registry } from "prom-client";

/**
 * An answered request. `route`: its path in the table of routes, with parameter names; never the actual path.
 */
export type AnsweredRequest = { method: string; route: string; status: number; ms: number };
export type Observe = (answered: AnsweredRequest) => void;

/** Clients can send any method; unknown ones share a label. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const OTHER = "other";

/** Seconds: around the typical duration (milliseconds), and around perceptible delays. */
const STEPS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const SECOND_MS = 1_000;

/**
 * Counts requests and their durations. The returned function receives each request. `prefix` is that of the metrics: the
 * pages have another, as the server counts their requests too.
 */
export function meterRequests(registry: Registry, prefix = "parley_http"): Observe {
  const registers = [registry];
  const requests = new Counter({
    name: `${prefix}_requests_total`,
    help: "Requests that were answered, by route (none: no such path; pages: the dashboard) and status class.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: `${prefix}_request_duration_seconds`,
    help: "From a request to its answer; of a stream, to its beginning.",
    labelNames: ["method", "route"],
    buckets: STEPS_S,
    registers,
  });
  return ({ method: rawMethod, route, status, ms }) => {
    const method = METHODS.has(rawMethod) ? rawMethod : OTHER;
    requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
    seconds.observe({ method, route }, ms / SECOND_MS);
  };
}
