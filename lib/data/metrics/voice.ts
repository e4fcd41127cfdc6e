import { Counter, Gauge, type Histogram, type Registry } from "prom-client";
import type { Meter } from "./serve-metrics";

/** Figures of a process's voice calls: see `voiceFigures` of lib/voice. */
export type VoiceFigures = {
  openCalls: readonly (readonly [channel: string, calls: number])[];
  late: readonly number[];
  lateStepsMs: readonly number[];
  answerDelays: readonly { part: string; counts: readonly number[]; sumMs: number }[];
  delayStepsMs: readonly number[];
  droppedFrames: number;
  incompleteUtterances: number;
  refusedCalls: number;
  lagMs: number;
  maxCalls: number;
};

const LATE = "parley_voice_frame_lateness_seconds";
const LATE_HELP =
  "How late frames of sound were sent, of all calls that this process has held; without a sum.";
const DELAY = "parley_voice_answer_delay_seconds";
const DELAY_HELP =
  "From the caller's last sound to the first sound of the answer (total), and its parts, of all calls of this process.";
const SECOND_MS = 1_000;

type PlainHistogram = {
  labels?: Readonly<Record<string, string>>;
  stepsMs: readonly number[];
  counts: readonly number[];
  sumMs?: number;
};

/** Converts plain counts to cumulative histogram buckets. */
function bucketsOf(name: string, { labels = {}, stepsMs, counts, sumMs }: PlainHistogram) {
  const edges = [...stepsMs.map((ms) => String(ms / SECOND_MS)), "+Inf"];
  let cumulative = 0;
  const buckets = edges.map((le, i) => {
    cumulative += counts[i] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: cumulative };
  });
  return [
    ...buckets,
    ...(sumMs === undefined ? [] : [{ metricName: `${name}_sum`, labels, value: sumMs / SECOND_MS }]),
    { metricName: `${name}_count`, labels, value: cumulative },
  ];
}

/**
 * Shows histograms that another module keeps. The library's histogram records single values, of which there are about
 * fifty per second and call.
 */
function addHistogram(
  registry: Registry,
  { name, help }: { name: string; help: string },
  read: () => readonly PlainHistogram[],
): void {
  const get = async () => ({
    ...{ name, help, type: "histogram", aggregator: "sum" },
    values: read().flatMap((histogram) => bucketsOf(name, histogram)),
  });
  registry.registerMetric({ name, get } as unknown as Histogram);
}

/** Shows a count that another module keeps. */
function addCounter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** Shows a measurement that another module keeps. */
function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
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
    addCounter(
      registry,
      "parley_voice_dropped_frames_total",
      "Frames of callers that were dropped, as this process could not keep up.",
      () => figures().droppedFrames,
    );
    addCounter(
      registry,
      "parley_voice_incomplete_utterances_total",
      "Utterances that were not understood because audio of them is missing.",
      () => figures().incompleteUtterances,
    );
    addCounter(
      registry,
      "parley_voice_refused_streams_total",
      "Streams of calls that were refused because this process is full, or too late.",
      () => figures().refusedCalls,
    );
    addGauge(
      registry,
      "parley_voice_lag_seconds",
      "How late this process handled the sockets of calls in the last two seconds, on average.",
      () => figures().lagMs / SECOND_MS,
    );
    addGauge(
      registry,
      "parley_voice_max_calls",
      "Calls by voice that this process holds at most.",
      () => figures().maxCalls,
    );
    addHistogram(registry, { name: LATE, help: LATE_HELP }, () => {
      const { late, lateStepsMs } = figures();
      return [{ stepsMs: lateStepsMs, counts: late }];
    });
    addHistogram(registry, { name: DELAY, help: DELAY_HELP }, () => {
      const { answerDelays, delayStepsMs } = figures();
      return answerDelays.map(({ part, counts, sumMs }) => ({
        labels: { part },
        stepsMs: delayStepsMs,
        counts,
        sumMs,
      }));
    });
    return undefined;
  };
