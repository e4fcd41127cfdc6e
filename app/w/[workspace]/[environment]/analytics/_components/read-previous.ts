import { GET as SUMMARY } from "@/app/v1/analytics/summary/route";
import { GET as SERIES } from "@/app/v1/analytics/timeseries/route";
import type { Summary } from "@/lib/data/analytics/schema";
import { readRoute } from "@/lib/http/page";
import type { Search } from "./links";
import type { PreviousFigures } from "./overview";

/**
 * Reads the figures of the period before. Null if it has no calls, or is before the earliest countable day. Weeks begin
 * on Mondays, so those of two periods cannot be laid over each other.
 */
export async function readPrevious(
  query: Search,
  { previous }: Summary,
  bucket: string,
): Promise<PreviousFigures | null> {
  const { data: summary } = await readRoute(SUMMARY, { query: { ...query, ...previous } });
  if (!summary || summary.calls === 0) return null;
  if (bucket === "week") return { summary, volume: null, duration: null, latency: null };
  const seriesOf = async (metric: string) =>
    (await readRoute(SERIES, { query: { ...query, ...previous, metric, bucket } })).data ?? null;
  const [volume, duration, latency] = await Promise.all([
    seriesOf("calls"),
    seriesOf("average_duration_ms"),
    seriesOf("turn_p50_ms"),
  ]);
  return { summary, volume, duration, latency };
}
