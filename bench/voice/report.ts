import { cpus, loadavg, totalmem } from "node:os";
import { type Held, type Loaded, percentile } from "./measure";

/** What was measured: each part where it was asked for. */
export type Findings = {
  /** Calls of `builtin` and `instant`. */
  calls: number;
  /** Load of the machine before anything began. */
  before: readonly number[];
  builtin?: Held;
  builtinCpu?: Loaded;
  instant?: Held;
  /** In the order in which they were held; the last is where frames were late, or as many as were asked for. */
  loads: Loaded[];
  slow?: Loaded;
};

/** What is to be reached. Source: the issue of the calls by voice. */
const WANTED = { turnMs: 700, interruptMs: 300, overheadMs: 25, calls: 150, addedMs: 10, lateMs: 20 };

const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const ms = (value: number): string => (Number.isFinite(value) ? `${Math.round(value)} ms` : "none");
const step = (value: number): string => (Number.isFinite(value) ? `under ${value} ms` : "over 100 ms");
const two = (values: readonly number[], share: number): string =>
  `${ms(percentile(values, 0.5))} / ${ms(percentile(values, share))}`;

type Row = { what: string; figure: string; bound: string; met: boolean | null };

const row = (what: string, figure: string, bound = "", met: boolean | null = null): Row => ({
  what,
  figure,
  bound,
  met,
});

function builtinRows(calls: number, held: Held, cpu: Loaded | undefined): Row[] {
  const turn = percentile(held.turnMs, 0.5);
  const cut = percentile(held.interruptMs, 0.95);
  const share = cpu === undefined ? "none" : `${(cpu.cpuMsPerS / cpu.calls / 10).toFixed(1)} %`;
  return [
    row(
      `End of speech to first sound, ${calls} calls, built in: p50 / p95 of ${held.turnMs.length}`,
      two(held.turnMs, 0.95),
      `p50 at most ${WANTED.turnMs} ms`,
      turn <= WANTED.turnMs,
    ),
    row(
      `Onset of an interruption to clear, built in: p50 / p95 of ${held.interruptMs.length}`,
      two(held.interruptMs, 0.95),
      `p95 at most ${WANTED.interruptMs} ms`,
      cut <= WANTED.interruptMs,
    ),
    row("CPU of one call, built in (of a core)", share),
  ];
}

function overheadRows(held: Held): Row[] {
  const overhead = percentile(held.overheadMs, 0.99);
  return [
    row(
      `Own overhead, instant providers: p50 / p99 of ${held.overheadMs.length}`,
      two(held.overheadMs, 0.99),
      `p99 at most ${WANTED.overheadMs} ms`,
      overhead <= WANTED.overheadMs,
    ),
  ];
}

function loadRows(loads: readonly Loaded[]): Row[] {
  const full = loads.at(-1);
  if (full === undefined) return [];
  const most = (is: (one: Loaded) => boolean) => Math.max(0, ...loads.filter(is).map(({ calls }) => calls));
  const smooth = most(({ p99Ms }) => p99Ms <= WANTED.addedMs);
  return [
    ...loads.map((one) =>
      row(
        `Lateness of frames, ${one.calls} calls, instant: p95 / p99 of ${one.frames}`,
        `${step(one.p95Ms)} / ${step(one.p99Ms)}`,
      ),
    ),
    row(
      `Calls at once with p99 under ${WANTED.addedMs} ms`,
      String(smooth),
      `at least ${WANTED.calls}`,
      smooth >= WANTED.calls,
    ),
    row(
      `Calls at once with p95 under ${WANTED.lateMs} ms, as far as was tried`,
      String(most(({ p95Ms }) => p95Ms <= WANTED.lateMs)),
    ),
    row(
      `CPU of one call, instant, ${full.calls} calls (of a core)`,
      `${(full.cpuMsPerS / full.calls / 10).toFixed(2)} %`,
    ),
  ];
}

function slowRows(slow: Loaded): Row[] {
  return [
    row(
      `Lateness of the others' frames beside slow voices: p99 of ${slow.frames}`,
      step(slow.p99Ms),
      `at most ${WANTED.addedMs} ms`,
      slow.p99Ms <= WANTED.addedMs,
    ),
  ];
}

function rowsOf({ calls, builtin, builtinCpu, instant, loads, slow }: Findings): Row[] {
  const failed = (builtin?.failed ?? 0) + (instant?.failed ?? 0);
  return [
    ...(builtin === undefined ? [] : builtinRows(calls, builtin, builtinCpu)),
    ...(instant === undefined ? [] : overheadRows(instant)),
    ...loadRows(loads),
    ...(slow === undefined ? [] : slowRows(slow)),
    ...(builtin === undefined && instant === undefined
      ? []
      : [row("Turns without an answer", String(failed), "0", failed === 0)]),
  ];
}

/** What is printed of a run, and whether every figure was reached. */
export function report(found: Findings): { text: string; met: boolean } {
  const rows = rowsOf(found);
  const lines = rows.map(({ what, figure, bound, met }) => {
    const verdict = met === null ? "" : met ? "met" : "MISSED";
    return `| ${what} | ${figure} | ${bound} | ${verdict} |`;
  });
  const load = (values: readonly number[]) => values.map((one) => one.toFixed(1)).join(" ");
  const text = [
    machine(),
    `Load of the machine before: ${load(found.before)}, after: ${load(loadavg())}`,
    "",
    "| | | to reach | |",
    "|---|--:|---|---|",
    ...lines,
    "",
  ].join("\n");
  return { text, met: rows.every(({ met }) => met !== false) };
}
