import { Gauge, type Histogram } from "prom-client";
import type { Meter } from "./open";

/** Figures of a process's voice calls: see `voiceFigures` of lib/voice. */
export type VoiceFigures = {
  openCalls: readonly (readonly [channel: string, calls: number])[];
  late: readonly number[];
  lateStepsMs: readonly number[];
};

const LATE = "parley_voice_frame_lateness_seconds";
const LATE_HELP =
  "How late frames of sound were sent, of all calls that this process has held; without a sum.";
const SECOND_MS = 1_000;

/** Converts plain counts to cumulative histogram buckets. */
function bucketsOf({ late, lateStepsMs }: VoiceFigures) {
  const edges = [...lateStepsMs.map((ms) => String(ms / SECOND_MS)), "+Inf"];
  let cumulative = 0;
  const buckets = edges.map((le, i) => {
    cumulative += late[i] ?? 0;
    return { metricName: `${LATE}_bucket`, labels: { le }, value: cumulative };
  });
  return [...buckets, { metricName: `${LATE}_count`, labels: {}, value: cumulative }];
}

/** Adds the figures of a process that serves voice calls. */
export const meterVoice =
  (figures: () => VoiceFigures): Meter =>
  (registry) => {
    new Gauge({
      name: "parley_voice_calls",
      help: "Calls by voice that this process holds now, by channel.",
      labelNames: ["channel"],
      registers: [registry],
      collect() {
        for (const [channel, calls] of figures().openCalls) this.set({ channel }, calls);
      },
    });
    // The library's histogram records single values, of which there are about fifty per second and call.
    const get = async () => ({
      ...{ name: LATE, help: LATE_HELP, type: "histogram", aggregator: "sum" },
      values: bucketsOf(figures()),
    });
    registry.registerMetric({ name: LATE, get } as unknown as Histogram);
    return undefined;
  };
