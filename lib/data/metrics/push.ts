import type { Registry } from "prom-client";
import { env, type ProcessRole } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { createOtlpExporter } from "@/lib/platform/telemetry/otlp";
import { resourceAttributes } from "@/lib/platform/telemetry/resource";
import { withTimeout } from "@/lib/platform/with-timeout";
import { type Interval, toOtlpMetrics } from "./otlp-metrics";

/** Time for the last export of a process that stops. */
const FLUSH_TIMEOUT_MS = 1_500;
const SECOND_MS = 1_000;
const NANOSECONDS_PER_MS = 1_000_000;

type Time = Interval["startTime"];
const timeOf = (ms: number): Time => [Math.floor(ms / SECOND_MS), (ms % SECOND_MS) * NANOSECONDS_PER_MS];

/** The registry of a process, and the work that updates its gauges. */
type Source = { registry: Registry; refresh(): Promise<unknown> };

async function startReader({ registry, refresh }: Source, role: ProcessRole, url: string) {
  const [{ MeterProvider, PeriodicExportingMetricReader }, { resourceFromAttributes }, transformer] =
    await Promise.all([
      import("@opentelemetry/sdk-metrics"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/otlp-transformer"),
    ]);
  const exporter = await createOtlpExporter("metrics", url, {
    serializer: transformer.ProtobufMetricsSerializer,
    helper: transformer.MetricsExporterMetricsHelper,
  });
  const resource = resourceFromAttributes(resourceAttributes(role));
  const startTime = timeOf(Date.now());
  const collect = async () => {
    await refresh();
    const metrics = await toOtlpMetrics(registry, { startTime, endTime: timeOf(Date.now()) });
    return {
      resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "parley" }, metrics }] },
      errors: [],
    };
  };
  const interval = env.OTEL_METRIC_EXPORT_INTERVAL;
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: interval,
    exportTimeoutMillis: Math.min(interval, env.OTEL_EXPORTER_OTLP_TIMEOUT),
    metricProducers: [{ collect }],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

/**
 * Pushes a registry's metrics to an OTLP collector, every minute by default. `stop` pushes them a last time, for at most
 * 1.5 s. A collector that is down costs the metrics, and nothing else.
 */
export function pushMetrics(source: Source, role: ProcessRole, url: string): { stop(): Promise<void> } {
  const provider = startReader(source, role, url).catch((error: unknown) => {
    log.error({ err: error }, "metrics cannot be pushed");
    return null;
  });
  return {
    async stop() {
      const ended = provider.then((started) => started?.shutdown()).catch(() => undefined);
      await withTimeout(ended, FLUSH_TIMEOUT_MS, () => undefined);
    },
  };
}
