import { collectDefaultMetrics, Registry } from "prom-client";
import { listen } from "./listen";
import { createMetricsHandler, type MetricsHandler } from "./metrics-handler";
import { meterProcess } from "./process";
import { meterRequests, type Observe } from "./requests";

/** Adds figures to those of a process. The returned function runs before each scrape. */
export type Meter = (registry: Registry) => (() => Promise<void>) | undefined;

/** The metrics of a process, and their access. */
export type Metrics = {
  /** Receives each request; undefined without readers, as nothing is counted then. */
  readonly observe: Observe | undefined;
  /** Handles `/metrics` on the process's main port, for clients with the token. */
  readonly handler: MetricsHandler;
  /** All figures in Prometheus text format 0.0.4. */
  text(): Promise<string>;
  stop(): Promise<void>;
};

type Options = {
  /** A separate port; none by default. */
  port?: number | undefined;
  /** The address of the separate port. */
  host?: string;
  /** Whether the separate port needs no token. Only for an address of this machine alone. */
  isOpen?: boolean;
  /** The token for other addresses and the main port; without it, the main port has no metrics. */
  token?: string | undefined;
  meters?: readonly Meter[];
};

/** Prefix of every metric's name. */
const PREFIX = "parley_";

function figures(meters: readonly Meter[]): Pick<Metrics, "text"> & { observe: Observe } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const observe = meterRequests(registry);
  const refreshes = [meterProcess, ...meters].flatMap((meter) => meter(registry) ?? []);
  const text = async () => {
    await Promise.all(refreshes.map((refresh) => refresh()));
    return registry.metrics();
  };
  return { observe, text };
}

/**
 * Counts this process's work, and serves it as the operator has configured. Without configuration, nothing is
 * counted or served, and `/metrics` does not exist.
 */
export function openMetrics({
  port,
  host = "127.0.0.1",
  isOpen = true,
  token,
  meters = [],
}: Options): Metrics {
  if (port === undefined && token === undefined) {
    const text = async () => "";
    return {
      observe: undefined,
      handler: createMetricsHandler(text, undefined),
      text,
      stop: async () => undefined,
    };
  }
  const { observe, text } = figures(meters);
  const listener = port === undefined ? undefined : listen(text, { host, port, isOpen, token });
  return {
    observe,
    text,
    handler: createMetricsHandler(text, token),
    stop: async () => listener?.stop(),
  };
}
