import { collectDefaultMetrics, Registry } from "prom-client";
import type { ProcessRole } from "@/lib/platform/env";
import { otlpUrl } from "@/lib/platform/telemetry/otlp";
import { listen } from "./listen";
import { createMetricsHandler, type MetricsHandler } from "./metrics-handler";
import { pushMetrics } from "./push";
import type { Observe } from "./requests";

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

export type Options = {
  /** A separate port; none by default. */
  port?: number | undefined;
  /** The address of the separate port. */
  host?: string;
  /** Whether the separate port needs no token. Only for an address of this machine alone. */
  isOpen?: boolean;
  /** The token for other addresses and the main port; without it, the main port has no metrics. */
  token?: string | undefined;
  /** The role of the process, for metrics that are pushed over OTLP; without it, none are. */
  role?: ProcessRole;
  meters?: readonly Meter[];
};

/** Prefix of every metric's name. */
const PREFIX = "parley_";

type Figures = { registry: Registry; observe: Observe; refresh(): Promise<unknown>; text(): Promise<string> };

function figures(meters: readonly Meter[], observeWith: (registry: Registry) => Observe): Figures {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const observe = observeWith(registry);
  const refreshes = meters.flatMap((meter) => meter(registry) ?? []);
  const refresh = () => Promise.all(refreshes.map((update) => update()));
  const text = async () => {
    await refresh();
    return registry.metrics();
  };
  return { registry, observe, refresh, text };
}

const OFF: Metrics = {
  observe: undefined,
  handler: createMetricsHandler(async () => "", undefined),
  text: async () => "",
  stop: async () => undefined,
};

/**
 * Counts the given figures, and serves or pushes them as the operator has configured. Without configuration, nothing is
 * counted, served or pushed, and `/metrics` does not exist.
 */
export function serveMetrics(
  { port, host = "127.0.0.1", isOpen = true, token, role, meters = [] }: Options,
  observeWith: (registry: Registry) => Observe,
): Metrics {
  const url = role === undefined ? undefined : otlpUrl("metrics");
  if (port === undefined && token === undefined && url === undefined) return OFF;
  const { registry, observe, refresh, text } = figures(meters, observeWith);
  const listener = port === undefined ? undefined : listen(text, { host, port, isOpen, token });
  const push =
    role === undefined || url === undefined ? undefined : pushMetrics({ registry, refresh }, role, url);
  return {
    observe,
    text,
    handler: createMetricsHandler(text, token),
    stop: async () => {
      await Promise.all([listener?.stop(), push?.stop()]);
    },
  };
}
