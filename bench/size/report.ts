import { machine } from "../report";
import type { measureDisk } from "./disk";
import type { ReadCost } from "./reads";
import type { SweepCost } from "./sweeps";
import type { TaskCost } from "./upkeep";

/** Everything that was measured at one size. */
export type SizeFindings = {
  calls: number;
  /** Seconds to insert the calls with all triggers, and to count them. */
  seconds: number;
  disk: Awaited<ReturnType<typeof measureDisk>>;
  reads: ReadCost[];
  sweeps: SweepCost[];
  tasks: TaskCost[];
};

const count = (n: number): string => Math.round(n).toLocaleString("en");
const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function table(head: readonly string[], rows: readonly string[][]): string[] {
  return ["", row(head), `|${head.map((_, n) => (n === 0 ? "---" : "--:")).join("|")}|`, ...rows.map(row)];
}

/** Rows with the same label, one column for each size. */
function compare<T extends { label: string }>(
  findings: readonly SizeFindings[],
  pick: (finding: SizeFindings) => readonly T[],
  cell: (item: T) => string,
): string[][] {
  const [first] = findings;
  if (first === undefined) return [];
  return pick(first).map(({ label }) => [
    label,
    ...findings.map((finding) => {
      const item = pick(finding).find((candidate) => candidate.label === label);
      return item === undefined ? "" : cell(item);
    }),
  ]);
}

const diskRows = (findings: readonly SizeFindings[]) =>
  compare(
    findings,
    ({ disk }) => disk.sizes.map((size) => ({ ...size, label: size.table })),
    ({ rows, heapMb, toastMb, indexMb }) =>
      `${count(rows)}: ${count(heapMb)} + ${count(toastMb)} + ${count(indexMb)}`,
  );

/** The report in Markdown, as docs/scaling.md has it. */
export function reportSizes(findings: readonly SizeFindings[]): string {
  const sizes = findings.map(({ calls }) => `${count(calls)} calls`);
  return [
    machine(),
    ...table(
      ["", ...sizes],
      [["Inserted and counted in, s", ...findings.map(({ seconds }) => count(seconds))]],
    ),
    ...table(
      ["Reads of the largest workspace (60 % of the calls): ms, pages of 8 kB", ...sizes],
      compare(
        findings,
        ({ reads }) => reads,
        ({ tookMs, blocks }) => `${tookMs.toFixed(1)}, ${count(blocks)}`,
      ),
    ),
    ...table(
      ["Scheduled jobs with little to do, in all workspaces: s", ...sizes],
      compare(
        findings,
        ({ sweeps }) => sweeps,
        ({ seconds }) => seconds.toFixed(2),
      ),
    ),
    ...table(
      ["Tasks: s, MB of WAL", ...sizes],
      compare(
        findings,
        ({ tasks }) => tasks,
        ({ seconds, walMb, note }) =>
          [`${seconds.toFixed(2)}, ${walMb.toFixed(1)}`, note].filter(Boolean).join("; "),
      ),
    ),
    ...table(["Tables: rows: MB of rows + values apart + indexes", ...sizes], diskRows(findings)),
    ...table(
      ["Indexes of calls, MB", ...sizes],
      compare(
        findings,
        ({ disk }) => disk.indexes.map(({ index, mb }) => ({ label: index, mb })),
        ({ mb }) => count(mb),
      ),
    ),
    ...table(["", ...sizes], [["Database, MB", ...findings.map(({ disk }) => count(disk.totalMb))]]),
    "",
  ].join("\n");
}
