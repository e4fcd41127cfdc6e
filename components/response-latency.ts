import type { Turn } from "@/lib/calls/calls/schema";

type Delays = NonNullable<Turn["delays"]>;
export type DelayPart = Exclude<keyof Delays, "total_ms">;

/** The parts of a spoken answer's delay in their order, each with its key in `calls.latency`. */
export const DELAY_PARTS = [
  { name: "endpointing_ms", key: "endpointing" },
  { name: "transcriber_ms", key: "transcriber" },
  { name: "model_ms", key: "model" },
  { name: "voice_ms", key: "voice" },
  { name: "processing_ms", key: "processing" },
  { name: "transport_ms", key: "transport" },
] as const satisfies readonly { name: DelayPart; key: string }[];

/** Milliseconds until an agent's answer began: of its sound if it was spoken. Null if it was not measured. */
export const latencyMsOf = ({ role, delays, latency_ms }: Turn): number | null =>
  role === "agent" ? (delays?.total_ms ?? latency_ms ?? null) : null;

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

/** The median and the 95th percentile of the agent's answers so far; null while none is measured. */
export function latencySummary(turns: readonly Turn[]): { p50Ms: number; p95Ms: number } | null {
  const sorted = turns.flatMap((turn) => latencyMsOf(turn) ?? []).sort((a, b) => a - b);
  return sorted.length === 0 ? null : { p50Ms: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95) };
}
