import type { Turn } from "@/lib/calls/calls/schema";

type Delays = NonNullable<Turn["delays"]>;
type Part = Exclude<keyof Delays, "total_ms">;

/** The parts of an answer's time, in the order in which they pass, with what each is. */
export const PARTS: readonly { name: Part; label: string; description: string }[] = [
  {
    name: "endpointing_ms",
    label: "Endpointing",
    description: "until it was clear that the caller had finished",
  },
  { name: "transcriber_ms", label: "Transcriber", description: "until their words were known" },
  { name: "model_ms", label: "Model", description: "until its first words" },
  { name: "voice_ms", label: "Voice", description: "until its first sound" },
  { name: "processing_ms", label: "Parley itself", description: "storing, tools, and all else in between" },
  { name: "transport_ms", label: "Transport", description: "until it is heard, as far as the line tells" },
];

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
};

/** The median of each part over the answers of a call, and how many were measured; null where none was. */
export function latencyOf(turns: readonly Turn[]): { answers: number; parts: Record<Part, number> } | null {
  const measured = turns.flatMap(({ delays }) => (delays === undefined ? [] : [delays]));
  if (measured.length === 0) return null;
  const parts = Object.fromEntries(
    PARTS.map(({ name }) => [name, median(measured.map((delays) => delays[name]))]),
  );
  return { answers: measured.length, parts: parts as Record<Part, number> };
}
