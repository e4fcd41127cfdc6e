import { Counter, Histogram, type Registry } from "prom-client";

/** A request that was answered. `route`: its path in the table of routes, with names for parameters; never its own. */
export type Answered = { method: string; route: string; status: number; ms: number };
export type Observe = (answered: Answered) => void;

/** A client may send any method; those that the product has none of are one. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const OTHER = "other";

/** Seconds: around what a request takes by itself (milliseconds), and what somebody notices. */
const STEPS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const SECOND_MS = 1_000;

/** Counts requests and how long they take. What it answers is told of each. */
export function meterRequests(registry: Registry): Observe {
  const registers = [registry];
  const requests = new Counter({
    name: "parley_http_requests_total",
    help: "Requests that were answered, by route (none: no such path; pages: the dashboard) and status class.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "parley_http_request_duration_seconds",
    help: "From a request to its answer; of a stream, to its beginning.",
    labelNames: ["method", "route"],
    buckets: STEPS_S,
    registers,
  });
  return ({ method: given, route, status, ms }) => {
    const method = METHODS.has(given) ? given : OTHER;
    requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
    seconds.observe({ method, route }, ms / SECOND_MS);
  };
}
