import { cpus, totalmem } from "node:os";
import type { Decisions, Dispatch } from "./measure";

type Findings = {
  contacts: number;
  decisions: Decisions;
  byOne: number;
  byFour: number;
  dispatch: Dispatch;
  cap: number;
};
type Bounds = { decisionsPerS: number; flatTimes: number; attempts: number };

const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const round = (n: number): string => Math.round(n).toLocaleString("en");

/** The printed report of a run, and whether every figure is within its bound. */
export function report(
  { contacts, decisions, byOne, byFour, dispatch, cap }: Findings,
  { decisionsPerS, flatTimes, attempts }: Bounds,
): { text: string; isWithinBounds: boolean } {
  const rows: [string, string][] = [
    [`Decisions a second, of ${round(contacts)} contacts, facts read from the tables`, round(decisions.perS)],
    ["  verdicts", JSON.stringify(decisions.verdicts)],
    ["  memory after a fifth, and at the end, MB", `${round(decisions.warmMb)}, ${round(decisions.endMb)}`],
    ["Attempts claimed a second, 1 worker", round(byOne)],
    ["Attempts claimed a second, 4 workers", round(byFour)],
    [`Attempts dispatched a second, of ${round(dispatch.attempts)}, 4 workers`, round(dispatch.perS)],
    ["  CPU of the workers for one attempt, ms", dispatch.cpuMs.toFixed(1)],
    ["  most slots taken at once in a campaign", `${dispatch.mostAtOnce} of ${cap}`],
    [
      "  memory of the largest worker after a fifth, and at the end, MB",
      `${round(dispatch.warmMb)}, ${round(dispatch.endMb)}`,
    ],
  ];
  const verdicts: [boolean, string][] = [
    [decisions.perS >= decisionsPerS, `at least ${round(decisionsPerS)} decisions a second`],
    [
      dispatch.attempts === attempts && dispatch.open === 0,
      `${round(attempts)} attempts dispatched, none left`,
    ],
    [dispatch.doubled === 0, "no key asked for twice"],
    [dispatch.mostAtOnce <= cap, "the cap never passed"],
    [decisions.endMb <= decisions.warmMb * flatTimes, "memory flat while deciding"],
    [dispatch.endMb <= dispatch.warmMb * flatTimes, "memory flat while dispatching"],
  ];
  const text = [
    machine(),
    "",
    "| | |",
    "|---|---:|",
    ...rows.map(([what, figure]) => `| ${what} | ${figure} |`),
    "",
    ...verdicts.map(([met, what]) => `${met ? "met   " : "MISSED"} ${what}`),
    "",
  ].join("\n");
  return { text, isWithinBounds: verdicts.every(([met]) => met) };
}
