import { z } from "zod";

const SECOND_MS = 1_000;
const MAX_TIMEOUT_MS = 60 * SECOND_MS;
const MIN_INTERVAL_MS = SECOND_MS;
const MAX_INTERVAL_MS = 3_600 * SECOND_MS;

/** An empty variable counts as unset. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === "" ? undefined : v), schema.optional());

const endpoint = optional(z.url({ protocol: /^https?$/ }));
const exporter = z.enum(["otlp", "none"]).default("otlp");

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return null;
  }
};

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const VALUE = /^[\t -~\u0080-\uffff]{0,4000}$/;
const ATTRIBUTE_NAME = /^[A-Za-z][A-Za-z0-9._-]{0,99}$/;

/** `key=value` pairs, separated by commas, with percent-encoded values: the form of OpenTelemetry's variables. */
const pairs = (name: RegExp) =>
  z
    .string()
    .default("")
    .transform((text, issues): Readonly<Record<string, string>> => {
      const parsed: Record<string, string> = {};
      for (const part of text.split(",").filter((item) => item.trim() !== "")) {
        const at = part.indexOf("=");
        const key = decode(part.slice(0, Math.max(at, 0)));
        const value = decode(part.slice(at + 1));
        if (key === null || value === null || !name.test(key) || !VALUE.test(value)) {
          issues.addIssue({
            code: "custom",
            message: "is not a list of key=value pairs, separated by commas",
          });
          return z.NEVER;
        }
        parsed[key] = value;
      }
      return parsed;
    });

/** The samplers of OpenTelemetry's specification that are supported. */
export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/** The variables of traces and of metrics over OTLP. Those with OTEL_ are OpenTelemetry's own. */
export const TELEMETRY_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: pairs(HEADER_NAME),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(1).max(MAX_TIMEOUT_MS).default(10_000),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SERVICE_NAME: z
    .string()
    .max(100)
    .default("")
    .transform((name) => name.trim() || "parley"),
  OTEL_RESOURCE_ATTRIBUTES: pairs(ATTRIBUTE_NAME),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce
    .number()
    .int()
    .min(MIN_INTERVAL_MS)
    .max(MAX_INTERVAL_MS)
    .default(60_000),
  TRACE_INCOMING: z.enum(["ignore", "link", "parent"]).default("ignore"),
};

/** The variables of endpoints, which must be encrypted unless the operator permits the host. */
export const TELEMETRY_ENDPOINTS = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
] as const;
