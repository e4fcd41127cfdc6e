// Stops the embedded PostgreSQL if the supervisor was killed and no other start has taken over. PostgreSQL is a separate
// process that would keep running. A shell waits for the end of a pipe that only the supervisor holds open.
import { spawn } from "node:child_process";

/** Waits 12 s, as the other processes write to the database until they exit within 10 s. */
const SCRIPT =
  'read -r _; sleep 12; if grep -qF "$1" "$2" 2>/dev/null; then kill -INT "$(head -n 1 "$3")"; fi';

/**
 * `token` and `lockFile` belong to this start. A later start writes another token, and this watchdog then does nothing.
 * Returns `{ off }` to cancel it. Windows ends such processes with their parent's job object.
 */
export function watchDatabase({ token, lockFile, pidFile }) {
  if (process.platform === "win32") return { off: () => undefined };
  const shell = spawn("sh", ["-c", SCRIPT, "sh", token, lockFile, pidFile], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.on("error", () => undefined);
  shell.stdin.on("error", () => undefined);
  shell.unref();
  shell.stdin.unref?.();
  return { off: () => shell.kill("SIGKILL") };
}
