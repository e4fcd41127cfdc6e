import type { DataPoint, Histogram, MetricData } from "@opentelemetry/sdk-metrics";
import type { Registry } from "prom-client";

/** prom-client's form of a metric: a histogram's buckets, sum and count are values with separate names. */
type PrometheusValue = {
  value: number;
  labels: Readonly<Record<string, string | number | undefined>>;
  metricName?: string;
};
type PrometheusMetric = { name: string; help: string; type: unknown; values: readonly PrometheusValue[] };

type Time = [seconds: number, nanoseconds: number];
/** When counting began, and when the values were read. */
export type Interval = { startTime: Time; endTime: Time };

/** Numbers of the SDK's enumerations. They are not imported, as the SDK is loaded only while metrics are pushed. */
const HISTOGRAM = 0;
const GAUGE = 2;
const SUM = 3;
const CUMULATIVE = 1;
const DOUBLE = 1;
const INFINITE = "+Inf";

const attributesOf = (labels: PrometheusValue["labels"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) =>
      value === undefined || name === "le" ? [] : [[name, String(value)]],
    ),
  );

type Series = {
  attributes: Record<string, string>;
  buckets: [edge: string, total: number][];
  sum?: number;
  count: number;
};

/** Groups a histogram's values by their labels without `le`. */
function seriesOf({ name, values }: PrometheusMetric): Series[] {
  const series = new Map<string, Series>();
  for (const { value, labels, metricName } of values) {
    const attributes = attributesOf(labels);
    const key = JSON.stringify(attributes);
    const entry = series.get(key) ?? { attributes, buckets: [], count: 0 };
    series.set(key, entry);
    if (metricName === `${name}_bucket`) entry.buckets.push([String(labels.le), value]);
    else if (metricName === `${name}_sum`) entry.sum = value;
    else if (metricName === `${name}_count`) entry.count = value;
  }
  return [...series.values()];
}

/** Prometheus counts each bucket with all smaller ones, OTLP each alone, with one more for everything above. */
function toHistogram({ buckets, sum, count }: Series): Histogram {
  const finite = buckets.filter(([edge]) => edge !== INFINITE);
  const totals = [...finite.map(([, total]) => total), count];
  return {
    buckets: {
      boundaries: finite.map(([edge]) => Number(edge)),
      counts: totals.map((total, i) => total - (totals[i - 1] ?? 0)),
    },
    count,
    ...(sum !== undefined && { sum }),
  };
}

function toMetricData(metric: PrometheusMetric, interval: Interval): MetricData | null {
  const { name, help, type, values } = metric;
  const descriptor = { name, description: help, unit: "", valueType: DOUBLE };
  const points = (): DataPoint<number>[] =>
    values.map(({ value, labels }) => ({ ...interval, attributes: attributesOf(labels), value }));
  const common = { descriptor, aggregationTemporality: CUMULATIVE };
  if (type === "counter")
    return { ...common, dataPointType: SUM, isMonotonic: true, dataPoints: points() } as MetricData;
  if (type === "gauge") return { ...common, dataPointType: GAUGE, dataPoints: points() } as MetricData;
  if (type !== "histogram") return null;
  const dataPoints = seriesOf(metric).map((series) => ({
    ...interval,
    attributes: series.attributes,
    value: toHistogram(series),
  }));
  return { ...common, dataPointType: HISTOGRAM, dataPoints } as MetricData;
}

/**
 * Converts every metric of a registry for OTLP: the same names, labels and numbers that Prometheus reads. Metrics without a
 * value are left out. Summaries do not exist in the product.
 */
export async function toOtlpMetrics(registry: Registry, interval: Interval): Promise<MetricData[]> {
  const metrics = (await registry.getMetricsAsJSON()) as unknown as PrometheusMetric[];
  return metrics.flatMap((metric) => {
    const data = toMetricData(metric, interval);
    return data === null || data.dataPoints.length === 0 ? [] : [data];
  });
}
