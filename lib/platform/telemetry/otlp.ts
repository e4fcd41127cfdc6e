import type { IExporterMetricsHelper, ISerializer } from "@opentelemetry/otlp-transformer";
import { env } from "@/lib/platform/env";
import { createEventCounter } from "@/lib/platform/event-counter";
import { log } from "@/lib/platform/log";
import { errorType } from "./span";

/** The library's result of an export: code 0 is success. */
type ExportResult = { code: number; error?: Error };

export type Signal = "traces" | "metrics";

/** Exports by their signal and result, in this process. */
export const otlpExports = createEventCounter(["signal", "result"]);

/** Requests in flight for each signal. Further batches are dropped, so that a slow collector does not fill the memory. */
const MAX_CONCURRENT = 2;

/**
 * The address that a signal is sent to; undefined while it is off. A signal's own variable is used as it is; the common one
 * gets the signal's path, as the specification of the OTLP exporter says.
 */
export function otlpUrl(signal: Signal): string | undefined {
  const exporter = signal === "traces" ? env.OTEL_TRACES_EXPORTER : env.OTEL_METRICS_EXPORTER;
  if (exporter === "none") return undefined;
  const specific =
    signal === "traces" ? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT : env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT;
  if (specific !== undefined) return specific;
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const url = new URL(env.OTEL_EXPORTER_OTLP_ENDPOINT);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/v1/${signal}`;
  return String(url);
}

/** Warns at the first failure of an outage, and reports its end. A line for each failed export would fill the log. */
export function createOutageLog(signal: Signal): (result: ExportResult) => void {
  let isDown = false;
  for (const result of ["sent", "failed"]) otlpExports.begin({ signal, result });
  return ({ code, error }) => {
    const failed = code !== 0;
    otlpExports.count({ signal, result: failed ? "failed" : "sent" });
    if (failed && !isDown)
      log.warn(
        { signal, reason: errorType(error) },
        "telemetry cannot be sent to the collector and is dropped",
      );
    if (!failed && isDown) log.info({ signal }, "telemetry is sent to the collector again");
    isDown = failed;
  };
}

/** Creates the exporter of a signal: protobuf over HTTP, with the library's retries and time limits. */
export async function createOtlpExporter<Items>(
  signal: Signal,
  url: string,
  { serializer, helper }: { serializer: ISerializer<Items, unknown>; helper: IExporterMetricsHelper<Items> },
) {
  const [{ OTLPExporterBase }, { createOtlpHttpExportDelegate, httpAgentFactoryFromOptions }] =
    await Promise.all([
      import("@opentelemetry/otlp-exporter-base"),
      import("@opentelemetry/otlp-exporter-base/node-http"),
    ]);
  const note = createOutageLog(signal);
  const headers = { ...env.OTEL_EXPORTER_OTLP_HEADERS, "Content-Type": "application/x-protobuf" };
  const delegate = createOtlpHttpExportDelegate(
    {
      url,
      headers: async () => ({ ...headers }),
      timeoutMillis: env.OTEL_EXPORTER_OTLP_TIMEOUT,
      concurrencyLimit: MAX_CONCURRENT,
      compression: "gzip",
      agentFactory: httpAgentFactoryFromOptions({ keepAlive: true, minVersion: "TLSv1.2" }),
    },
    serializer,
    `otlp_http_${signal}_exporter`,
    helper,
    undefined,
  );
  const exporter = new OTLPExporterBase<Items>(delegate);
  return {
    export: (items: Items, done: (result: ExportResult) => void) =>
      exporter.export(items, (result) => {
        note(result);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
