import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

/** Time in which programs end after SIGTERM. */
const TERM_MS = 5_000;
const POLL_MS = 50;

/** Sends a signal to the processes of a group. False if the group has ended. */
function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-groupId, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/** Kills a process that was started with `detached`, and all that it started, without a wait. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) signalGroup(pid, "SIGKILL");
}

/** Ends a process that was started with `detached`, and all that it started: its telephones, proxies and database. */
export async function endGroup({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined || !signalGroup(pid, "SIGTERM")) return;
  const until = performance.now() + TERM_MS;
  while (signalGroup(pid, 0)) {
    if (performance.now() > until) return void signalGroup(pid, "SIGKILL");
    await pause(POLL_MS);
  }
}
