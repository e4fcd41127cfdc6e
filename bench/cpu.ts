import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** `utime` and `stime` of /proc/<pid>/stat are in hundredths of a second on every kernel (proc(5)). */
const TICK_US = 10_000;
/** Their places behind the command's name, which may hold spaces and ends with the last parenthesis. */
const UTIME = 11;
const STIME = 12;

/** CPU that a process has used so far in all its threads, in µs. */
export const cpuUs = (pid: number): number => (process.platform === "linux" ? byProc(pid) : byPs(pid));

function byProc(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[UTIME]) + Number(fields[STIME])) * TICK_US;
}

/** `[[days-]hours:]minutes:seconds[.hundredths]`, as ps(1) of the BSDs and macOS writes it. */
function byPs(pid: number): number {
  const text = execFileSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" }).trim();
  const parts = text.replace("-", ":").split(":").map(Number).reverse();
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = parts;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000_000;
}

/** The same of a process and those that it has started and that still run: of PostgreSQL's server, each connection's. */
export function cpuWithChildrenUs(pid: number): number {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n");
  const children = lines.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, of]) => of === pid);
  const usOf = ([child = 0]: number[]) => {
    try {
      return cpuUs(child);
    } catch {
      return 0; // It has ended meanwhile.
    }
  };
  return children.reduce((sum, child) => sum + usOf(child), cpuUs(pid));
}

/** The one process that `parent` has started and whose command line matches. */
export function childOf(parent: number, command: RegExp): number {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const samples = lines.flatMap((line) => {
    const [, pid, ppid, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent && command.test(args) ? [Number(pid)] : [];
  });
  const [pid] = samples;
  if (pid === undefined || samples.length > 1)
    throw new Error(`${samples.length} processes match ${command}.`);
  return pid;
}
