import type { Sampler } from "@opentelemetry/sdk-trace-base";
import { env, type ProcessRole } from "@/lib/platform/env";
import { setLogFields } from "@/lib/platform/log";
import type { SamplerName } from "@/lib/platform/telemetry-variables";
import { withTimeout } from "@/lib/platform/with-timeout";
import { allowedAttributes } from "./attributes";
import { createOtlpExporter, otlpUrl } from "./otlp";
import { resourceAttributes } from "./resource";
import { logFields, type RecordedSpan, type SpanStart, setTracing } from "./span";
import type { RemoteSpan } from "./traceparent";

/** Spans that wait for an export. More are dropped: about 2 MB while a collector is down. */
const MAX_QUEUED = 2_048;
const BATCH = 512;
const BATCH_EVERY_MS = 5_000;
/** Time for the last export. The supervisor kills a process 10 s after SIGTERM, and calls and the pool end within them. */
const FLUSH_TIMEOUT_MS = 1_500;
/** OpenTelemetry's status of a failed span (`SpanStatusCode.ERROR`). */
const STATUS_ERROR = 2;
const FLAG_SAMPLED = 1;

type Sdk = typeof import("@opentelemetry/sdk-trace-base");

function createSampler(sdk: Sdk, name: SamplerName, ratio: number): Sampler {
  const roots = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  };
  const create = (root: keyof typeof roots) => roots[root]();
  switch (name) {
    case "parentbased_always_on":
      return new sdk.ParentBasedSampler({ root: create("always_on") });
    case "parentbased_always_off":
      return new sdk.ParentBasedSampler({ root: create("always_off") });
    case "parentbased_traceidratio":
      return new sdk.ParentBasedSampler({ root: create("traceidratio") });
    default:
      return create(name);
  }
}

/** Ends traces: sends the spans that wait, for at most 1.5 s. */
export type StopTracing = () => Promise<void>;

/**
 * Starts traces of this process if an endpoint is configured. Nothing of OpenTelemetry's SDK is loaded otherwise. Neither
 * its provider nor a context manager is registered globally, so packages that instrument themselves (Next, the
 * model SDK) export nothing.
 */
export async function startTracing(role: ProcessRole, url = otlpUrl("traces")): Promise<StopTracing> {
  if (url === undefined) return async () => undefined;
  const [api, sdk, { resourceFromAttributes }, transformer, { AsyncLocalStorage }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/otlp-transformer"),
    import("node:async_hooks"),
  ]);
  const exporter = await createOtlpExporter("traces", url, {
    serializer: transformer.ProtobufTraceSerializer,
    helper: transformer.TraceExporterMetricsHelper,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes(resourceAttributes(role)),
    sampler: createSampler(sdk, env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [
      new sdk.BatchSpanProcessor(exporter, {
        maxQueueSize: MAX_QUEUED,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: BATCH_EVERY_MS,
        exportTimeoutMillis: env.OTEL_EXPORTER_OTLP_TIMEOUT,
      }),
    ],
  });
  const tracer = provider.getTracer("parley");
  const contextOf = ({ traceId, spanId, isSampled }: RemoteSpan) => ({
    traceId,
    spanId,
    traceFlags: isSampled ? FLAG_SAMPLED : 0,
    isRemote: true,
  });
  const start = ({ name, kind, attributes, parent, link }: SpanStart): RecordedSpan => {
    const context =
      parent === null ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, contextOf(parent));
    const links = link === null ? [] : [{ context: contextOf(link) }];
    const span = tracer.startSpan(name, { kind, attributes: allowedAttributes(attributes), links }, context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      identity: { traceId, spanId, isSampled: (traceFlags & FLAG_SAMPLED) === FLAG_SAMPLED },
      set: (more) => void span.setAttributes(allowedAttributes(more)),
      fail: (type) => {
        span.setAttributes(allowedAttributes({ "error.type": type }));
        span.setStatus({ code: STATUS_ERROR });
      },
      end: () => span.end(),
    };
  };
  setTracing({ start, frames: new AsyncLocalStorage() });
  setLogFields(logFields);
  return async () => {
    setTracing(null);
    setLogFields(null);
    const ended = provider.shutdown().catch(() => undefined);
    await withTimeout(ended, FLUSH_TIMEOUT_MS, () => undefined);
  };
}
