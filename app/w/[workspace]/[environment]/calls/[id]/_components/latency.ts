import type { Turn } from "@/lib/calls/calls/schema";

type Delays = NonNullable<Turn["delays"]>;
type Part = Exclude<keyof Delays, "total_ms">;

/** The parts of a response's latency in their order, each with its key in `calls.latency`. */
export const PARTS = [
  { name: "endpointing_ms", key: "endpointing" },
  { name: "transcriber_ms", key: "transcriber" },
  { name: "model_ms", key: "model" },
  { name: "voice_ms", key: "voice" },
  { name: "processing_ms", key: "processing" },
  { name: "transport_ms", key: "transport" },
] as const satisfies readonly { name: Part; key: string }[];

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
};

/** The median of each part over the responses of a call, and their number; null if none was measured. */
export function latencyOf(turns: readonly Turn[]): { answers: number; parts: Record<Part, number> } | null {
  const measured = turns.flatMap(({ delays }) => (delays === undefined ? [] : [delays]));
  if (measured.length === 0) return null;
  const parts = Object.fromEntries(
    PARTS.map(({ name }) => [name, median(measured.map((delays) => delays[name]))]),
  );
  return { answers: measured.length, parts: parts as Record<Part, number> };
}
