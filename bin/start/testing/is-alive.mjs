import { readFileSync } from "node:fs";

/** Whether a process runs. A zombie, which has exited and waits for its parent, does not. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
