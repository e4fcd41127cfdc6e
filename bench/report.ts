import { cpus, totalmem } from "node:os";
import { CASES, type Case, type CaseName } from "./cases";
import type { Size } from "./fixture";
import type { Figures } from "./measure";
import type { PageWeight } from "./page-weight";

/** Everything that one run has found. */
export type Findings = {
  cases: Partial<Record<CaseName, { parley: Figures; floor: Figures }>>;
  sizes: Record<Size, Figures> | null;
  pages: { calls: Figures; empty: Figures; weight: PageWeight } | null;
};

/** The list over a million calls: its p50 is at most this many times that over ten thousand. */
const SIZE_TIMES = 1.3;

/** The page of 50 calls takes at most this many times the CPU of an empty page. */
const PAGE_TIMES = 2;
/** Largest HTML of the page of calls, in bytes. */
const MAX_PAGE_BYTES = 120_000;

/** Largest sum of the scripts that the first visit to the page of calls loads, in bytes after gzip. */
const MAX_SCRIPT_BYTES = 250_000;

/** Both are ratios. */
type Verdict = { label: string; reached: number; limit: number };
const isMet = ({ reached, limit }: Verdict): boolean => reached <= limit;

/** The required bounds, and the figures of this run. */
function verdicts({ cases, sizes, pages }: Findings): Verdict[] {
  const list: Verdict[] = [];
  for (const [name, { parley, floor }] of Object.entries(cases)) {
    const { title, timesFloor }: Case = CASES[name as CaseName];
    if (timesFloor !== undefined)
      list.push({ label: title, reached: parley.cpuUs / floor.cpuUs, limit: timesFloor });
  }
  if (sizes !== null) {
    const reached = sizes["1m"].p50Ms / sizes["10k"].p50Ms;
    list.push({ label: "p50 of the list at 1m against 10k", reached, limit: SIZE_TIMES });
  }
  if (pages !== null) {
    const { calls, empty, weight } = pages;
    list.push(
      {
        label: "the page of 50 calls against an empty page",
        reached: calls.cpuUs / empty.cpuUs,
        limit: PAGE_TIMES,
      },
      { label: "HTML of the page of 50 calls", reached: calls.bytes / MAX_PAGE_BYTES, limit: 1 },
      {
        label: "scripts of its first visit (gzip)",
        reached: weight.scriptBytes / MAX_SCRIPT_BYTES,
        limit: 1,
      },
    );
  }
  return list;
}

const HEAD = ["", "requests/s", "p50 ms", "p99 ms", "CPU µs", "kB"];

const cells = (label: string, { perS, p50Ms, p99Ms, cpuUs, bytes }: Figures): string[] => [
  label,
  Math.round(perS).toLocaleString("en"),
  p50Ms.toFixed(2),
  p99Ms.toFixed(1),
  Math.round(cpuUs).toLocaleString("en"),
  (bytes / 1_000).toFixed(1),
];

function rowsOf({ cases, sizes, pages }: Findings): string[][] {
  const rows: string[][] = [];
  for (const [name, { parley, floor }] of Object.entries(cases)) {
    rows.push(cells(CASES[name as CaseName].title, parley), cells("  floor", floor));
  }
  for (const [size, figures] of Object.entries(sizes ?? {}))
    rows.push(cells(`The list's first page, ${size} calls`, figures));
  if (pages !== null)
    rows.push(
      cells("The dashboard's page of 50 calls, rendered", pages.calls),
      cells("  an empty page", pages.empty),
    );
  return rows;
}

/** A table in Markdown, so that it can be pasted where it is to be read. */
function table(rows: readonly string[][]): string {
  const all = [HEAD, ...rows];
  const widths = HEAD.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, n) => (n === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(HEAD), rule, ...rows.map(line)].join("\n");
}

export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.versions.node}`;

/** The printed report of a run, and whether every figure is within its bound. */
export function report(findings: Findings): { text: string; isWithinBounds: boolean } {
  const list = verdicts(findings);
  const lines = list.map((verdict) => {
    const mark = isMet(verdict) ? "met   " : "MISSED";
    return `${mark} ${verdict.reached.toFixed(2)} × of at most ${verdict.limit.toFixed(2)} ×  ${verdict.label}`;
  });
  const text = [machine(), "", table(rowsOf(findings)), "", ...lines, ""].join("\n");
  return { text, isWithinBounds: list.every(isMet) };
}
