import { collectDefaultMetrics, Registry } from "prom-client";
import { type MetricsDoor, metricsDoor } from "./door";
import { listen } from "./listen";
import { meterProcess } from "./process";
import { meterRequests, type Observe } from "./requests";

/** Adds figures to those of a process. What it answers is waited for before they are read. */
export type Meter = (registry: Registry) => (() => Promise<void>) | undefined;

/** The figures of a process, and who may read them. */
export type Metrics = {
  /** Is told of each request; undefined where nobody reads the figures, as nothing is counted then. */
  readonly observe: Observe | undefined;
  /** Takes `/metrics` at the process's own port, for who has the token. */
  readonly door: MetricsDoor;
  /** All figures as Prometheus reads them (text format 0.0.4). */
  text(): Promise<string>;
  stop(): Promise<void>;
};

type Options = {
  /** Loopback port of its own; none without. */
  port?: number | undefined;
  /** Who sends it may read the figures at the process's own port; nobody without. */
  token?: string | undefined;
  meters?: readonly Meter[];
};

/** Every figure's name begins so. */
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
 * Counts what this process does, and lets it be read as the operator has set it up. Where they have not, nothing is
 * counted or listened to, and `/metrics` is not there.
 */
export function openMetrics({ port, token, meters = [] }: Options): Metrics {
  if (port === undefined && token === undefined) {
    const text = async () => "";
    return { observe: undefined, door: metricsDoor(text, undefined), text, stop: async () => undefined };
  }
  const { observe, text } = figures(meters);
  const listener = port === undefined ? undefined : listen(text, port);
  return {
    observe,
    text,
    door: metricsDoor(text, token),
    stop: async () => listener?.stop(),
  };
}
