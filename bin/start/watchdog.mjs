// Stops the embedded PostgreSQL when the supervisor was killed and nobody has started again: it is a process of its
// own that would otherwise stay. A shell waits for the end of a pipe that only the supervisor holds.
import { spawn } from "node:child_process";

/** The other processes end within 10 s and still write until then. */
const SCRIPT =
  'read -r _; sleep 12; if grep -qF "$1" "$2" 2>/dev/null; then kill -INT "$(head -n 1 "$3")"; fi';

/**
 * `token` and `lockFile` are this start's: a later start has written its own token, and the watchdog of the former one
 * then does nothing. Answers how to call it off. Windows ends such processes with their parent's job.
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
