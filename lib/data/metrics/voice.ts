import { Gauge, type Histogram } from "prom-client";
import type { Meter } from "./open";

/** How the calls by voice of a process are: see `voiceFigures` of lib/voice. */
export type VoiceFigures = {
  held: readonly (readonly [channel: string, calls: number])[];
  late: readonly number[];
  lateStepsMs: readonly number[];
};

const LATE = "parley_voice_frame_lateness_seconds";
const LATE_HELP =
  "How late frames of sound were sent, of all calls that this process has held; without a sum.";
const SECOND_MS = 1_000;

/** Counts of a histogram that were made elsewhere, as a histogram has them: each with those below it. */
function bucketsOf({ late, lateStepsMs }: VoiceFigures) {
  const edges = [...lateStepsMs.map((ms) => String(ms / SECOND_MS)), "+Inf"];
  let below = 0;
  const buckets = edges.map((le, i) => {
    below += late[i] ?? 0;
    return { metricName: `${LATE}_bucket`, labels: { le }, value: below };
  });
  return [...buckets, { metricName: `${LATE}_count`, labels: {}, value: below }];
}

/** Adds what a process has that holds calls by voice. */
export const voice =
  (figures: () => VoiceFigures): Meter =>
  (registry) => {
    new Gauge({
      name: "parley_voice_calls",
      help: "Calls by voice that this process holds now, by channel.",
      labelNames: ["channel"],
      registers: [registry],
      collect() {
        for (const [channel, calls] of figures().held) this.set({ channel }, calls);
      },
    });
    // The library's own histogram takes single values, of which there are some fifty a second and call.
    const get = async () => ({
      ...{ name: LATE, help: LATE_HELP, type: "histogram", aggregator: "sum" },
      values: bucketsOf(figures()),
    });
    registry.registerMetric({ name: LATE, get } as unknown as Histogram);
    return undefined;
  };
