import { cpus, loadavg, totalmem } from "node:os";
import type { PathFigures } from "./compare-paths";
import { type LoadFigures, percentile, type TurnFigures } from "./measure";
import type { PublishedFigures } from "./published";

/** Measured figures, by requested part. */
export type Findings = {
  /** Calls of `builtin`, `dates` and `instant`. */
  calls: number;
  /** Load of the machine before anything began. */
  before: readonly number[];
  builtin?: TurnFigures;
  builtinCpu?: LoadFigures;
  /** Callers of an agent with the built-in providers that asks for dates. */
  dates?: TurnFigures;
  instant?: TurnFigures;
  /** In the order in which they were held; the last is where frames were late, or as many as were asked for. */
  loads: LoadFigures[];
  slow?: LoadFigures;
  /** With published delays: without drafts of replies, and with them. */
  published: { plain: PublishedFigures; drafted: PublishedFigures }[];
  /** The same calls through each carrier. */
  paths: PathFigures[];
};

/** Bounds of this bench, from the requirements for voice calls. */
const WANTED = {
  turnMs: 700,
  interruptMs: 600,
  overheadMs: 25,
  calls: 150,
  addedMs: 10,
  lateMs: 20,
  spread: 2,
};

const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const ms = (value: number): string => (Number.isFinite(value) ? `${Math.round(value)} ms` : "none");
const step = (value: number): string => (Number.isFinite(value) ? `under ${value} ms` : "over 100 ms");
const two = (values: readonly number[], share: number): string =>
  `${ms(percentile(values, 0.5))} / ${ms(percentile(values, share))}`;

type Row = { label: string; figure: string; bound: string; isMet: boolean | null };

const row = (label: string, figure: string, bound = "", isMet: boolean | null = null): Row => ({
  label,
  figure,
  bound,
  isMet,
});

function builtinRows(calls: number, figures: TurnFigures, cpu: LoadFigures | undefined): Row[] {
  const turn = percentile(figures.turnMs, 0.5);
  const interruptP95Ms = percentile(figures.interruptMs, 0.95);
  const share = cpu === undefined ? "none" : `${(cpu.cpuMsPerS / cpu.calls / 10).toFixed(1)} %`;
  return [
    row(
      `End of speech to first sound, ${calls} calls, built in: p50 / p95 of ${figures.turnMs.length}`,
      two(figures.turnMs, 0.95),
      `p50 at most ${WANTED.turnMs} ms`,
      turn <= WANTED.turnMs,
    ),
    row(
      `Onset of an interruption to clear, built in: p50 / p95 of ${figures.interruptMs.length}`,
      two(figures.interruptMs, 0.95),
      `p95 at most ${WANTED.interruptMs} ms`,
      interruptP95Ms <= WANTED.interruptMs,
    ),
    row("CPU of one call, built in (of a core)", share),
  ];
}

function datesRows(calls: number, { turnMs }: TurnFigures): Row[] {
  const spread = percentile(turnMs, 0.95) / percentile(turnMs, 0.5);
  return [
    row(
      `End of speech to first sound, ${calls} calls that answer with dates, built in: p50 / p95 of ${turnMs.length}`,
      two(turnMs, 0.95),
      `p95 at most ${WANTED.spread} × p50`,
      spread <= WANTED.spread,
    ),
  ];
}

function overheadRows(figures: TurnFigures): Row[] {
  const overhead = percentile(figures.overheadMs, 0.99);
  return [
    row(
      `Own overhead, instant providers: p50 / p99 of ${figures.overheadMs.length}`,
      two(figures.overheadMs, 0.99),
      `p99 at most ${WANTED.overheadMs} ms`,
      overhead <= WANTED.overheadMs,
    ),
  ];
}

function loadRows(loads: readonly LoadFigures[]): Row[] {
  const full = loads.at(-1);
  if (full === undefined) return [];
  const maxCallsWhere = (matches: (load: LoadFigures) => boolean) =>
    Math.max(0, ...loads.filter(matches).map(({ calls }) => calls));
  const smooth = maxCallsWhere(({ p99Ms }) => p99Ms <= WANTED.addedMs);
  return [
    ...loads.map((load) =>
      row(
        `Lateness of frames, ${load.calls} calls, instant: p95 / p99 of ${load.frames}`,
        `${step(load.p95Ms)} / ${step(load.p99Ms)}`,
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
      String(maxCallsWhere(({ p95Ms }) => p95Ms <= WANTED.lateMs)),
    ),
    row(
      `CPU of one call, instant, ${full.calls} calls (of a core)`,
      `${(full.cpuMsPerS / full.calls / 10).toFixed(2)} %`,
    ),
  ];
}

function slowRows(slow: LoadFigures): Row[] {
  return [
    row(
      `Lateness of the others' frames beside slow voices: p99 of ${slow.frames}`,
      step(slow.p99Ms),
      `at most ${WANTED.addedMs} ms`,
      slow.p99Ms <= WANTED.addedMs,
    ),
  ];
}

const pair = (values: readonly number[], share: number): string =>
  `${percentile(values, 0.5).toFixed(1)} / ${percentile(values, share).toFixed(1)} ms`;

function publishedRows({ plain, drafted }: Findings["published"][number]): Row[] {
  const { calls, overheadMs, echoMs } = plain;
  const ratio = (share: number) => (percentile(overheadMs, share) / percentile(echoMs, share)).toFixed(1);
  const p99 = percentile(overheadMs, 0.99);
  return [
    row(
      `Own overhead, ${calls} calls, published delays: p50 / p99 of ${overheadMs.length}`,
      pair(overheadMs, 0.99),
      `p99 at most ${WANTED.overheadMs} ms`,
      p99 <= WANTED.overheadMs,
    ),
    row(`… a bare WebSocket echo: p50 / p99 of ${echoMs.length}`, pair(echoMs, 0.99)),
    row("… overhead as a ratio to the echo: p50 / p99", `${ratio(0.5)} / ${ratio(0.99)}`),
    row("End of speech to first sound, without drafts: p50 / p95", two(plain.waitMs, 0.95)),
    row(`… with drafts of replies: p50 / p95 of ${drafted.waitMs.length}`, two(drafted.waitMs, 0.95)),
    row(
      "Requests to the model for each turn, without and with drafts",
      `${plain.requests.toFixed(2)} / ${drafted.requests.toFixed(2)}`,
    ),
  ];
}

function pathRows({ path, turns, loads }: PathFigures): Row[] {
  const punctualCounts = loads.filter(({ p95Ms }) => p95Ms <= WANTED.lateMs).map(({ calls }) => calls);
  return [
    row(
      `${path}: end of speech to first sound, p50 / p95 of ${turns.turnMs.length}`,
      two(turns.turnMs, 0.95),
    ),
    row(`${path}: own overhead, p50 / p99 of ${turns.overheadMs.length}`, two(turns.overheadMs, 0.99)),
    row(
      `${path}: onset of an interruption to the agent's silence, p50 / p95 of ${turns.interruptMs.length}`,
      two(turns.interruptMs, 0.95),
    ),
    ...loads.map((load) =>
      row(
        `${path}: lateness of frames, ${load.calls} calls, p95 / p99 of ${load.frames}; CPU of one call`,
        `${step(load.p95Ms)} / ${step(load.p99Ms)}; ${(load.cpuMsPerS / load.calls / 10).toFixed(2)} %`,
      ),
    ),
    row(
      `${path}: calls at once with p95 under ${WANTED.lateMs} ms, as far as was tried`,
      String(Math.max(0, ...punctualCounts)),
    ),
  ];
}

function rowsOf({
  calls,
  builtin,
  builtinCpu,
  dates,
  instant,
  loads,
  slow,
  published,
  paths,
}: Findings): Row[] {
  const failures = [
    builtin,
    dates,
    instant,
    ...paths.map(({ turns }) => turns),
    ...published.flatMap(({ plain, drafted }) => [plain, drafted]),
  ];
  const failed = failures.reduce((sum, figures) => sum + (figures?.failed ?? 0), 0);
  return [
    ...(builtin === undefined ? [] : builtinRows(calls, builtin, builtinCpu)),
    ...(dates === undefined ? [] : datesRows(calls, dates)),
    ...(instant === undefined ? [] : overheadRows(instant)),
    ...loadRows(loads),
    ...(slow === undefined ? [] : slowRows(slow)),
    ...published.flatMap(publishedRows),
    ...paths.flatMap(pathRows),
    ...(failures.every((figures) => figures === undefined)
      ? []
      : [row("Turns without an answer", String(failed), "0", failed === 0)]),
  ];
}

/** The printed report of a run, and whether every figure is within its bound. */
export function report(findings: Findings): { text: string; isWithinBounds: boolean } {
  const rows = rowsOf(findings);
  const lines = rows.map(({ label, figure, bound, isMet }) => {
    const verdict = isMet === null ? "" : isMet ? "met" : "MISSED";
    return `| ${label} | ${figure} | ${bound} | ${verdict} |`;
  });
  const load = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(" ");
  const text = [
    machine(),
    `Load of the machine before: ${load(findings.before)}, after: ${load(loadavg())}`,
    "",
    "| | | to reach | |",
    "|---|--:|---|---|",
    ...lines,
    "",
  ].join("\n");
  return { text, isWithinBounds: rows.every(({ isMet }) => isMet !== false) };
}
