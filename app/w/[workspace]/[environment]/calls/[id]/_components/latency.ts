import { DELAY_PARTS, type DelayPart } from "@/components/response-latency";
import type { Turn } from "@/lib/calls/calls/schema";

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
};

/** The median of each part over the responses of a call, and their number; null if none was measured. */
export function latencyOf(
  turns: readonly Turn[],
): { answers: number; parts: Record<DelayPart, number> } | null {
  const measured = turns.flatMap(({ delays }) => (delays === undefined ? [] : [delays]));
  if (measured.length === 0) return null;
  const parts = Object.fromEntries(
    DELAY_PARTS.map(({ name }) => [name, median(measured.map((delays) => delays[name]))]),
  );
  return { answers: measured.length, parts: parts as Record<DelayPart, number> };
}
