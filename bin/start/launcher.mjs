// Detects that the program that launched this process has exited. npm runs a script in a shell: a signal ends npm and
// the shell, but is not passed on to the script.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Maximum delay until an exited launcher is noticed. Reading one small file at this rate is negligible. */
const POLL_MS = 250;
/** Shells between the launcher and this process: npm starts one, and its script may start another. */
const MAX_SHELLS = 4;
/** A shell that runs a command line, as npm and test runners start it. Other shells are interactive or run a script. */
const COMMAND_SHELL = /^(?:\S*\/)?(?:ba|da|a|z|k)?sh (?:-\S+ )*-\w*c /;
/** Programs that may be process 1 of a container and launch scripts. */
const PACKAGE_RUNNER = /\b(?:npm|npx|pnpm|yarn|bun|node)\b/;

/** One field of `ps` for a process; undefined if the process does not exist. */
function ps(pid, field) {
  const { status, stdout } = spawnSync("ps", ["-o", `${field}=`, "-p", String(pid)], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function commandOf(pid) {
  if (process.platform !== "linux") return ps(pid, "command");
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return undefined;
  }
}

function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  if (process.platform !== "linux") return Number(ps(pid, "ppid")) || undefined;
  try {
    // The command's name is in parentheses and can contain any character; the state and the parent follow it.
    const [, parent] =
      /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, ")")) ?? [];
    return Number(parent) || undefined;
  } catch {
    return undefined;
  }
}

/** Whether `parent` is running and is the parent of `pid`. Outside Linux, looking up another process's parent spawns
 *  `ps`, so only the parent's existence is checked. */
function isStillParent({ pid, parent }) {
  if (pid === process.pid || process.platform === "linux") return parentOf(pid) === parent;
  try {
    process.kill(parent, 0);
    return true;
  } catch {
    return false;
  }
}

/** Pairs of a process and its parent, from this process through command shells up to the launcher. */
function linksToLauncher() {
  const links = [{ pid: process.pid, parent: process.ppid }];
  for (let pid = process.ppid; links.length <= MAX_SHELLS; ) {
    if (!COMMAND_SHELL.test(`${commandOf(pid)} `)) break;
    const parent = parentOf(pid);
    if (parent === undefined) break;
    links.push({ pid, parent });
    pid = parent;
  }
  return links;
}

/** Process 1 adopts orphans. It launches scripts only if it is a package runner, as in a container. */
const isOrphan = (pid) => pid === 1 && !PACKAGE_RUNNER.test(commandOf(1) ?? "");

/** Calls `onGone` once when the launcher of this process (through command shells) has exited. The timer is unref'ed. */
export function watchLauncher(onGone) {
  // Windows does not reparent orphans, so they cannot be detected by the parent's ID.
  if (process.platform === "win32") return;
  const links = linksToLauncher();
  const launcher = links.at(-1).parent;
  const poll = setInterval(() => {
    if (!isOrphan(launcher) && links.every(isStillParent)) return;
    clearInterval(poll);
    onGone();
  }, POLL_MS);
  poll.unref();
}

/** Whether npm or a similar program runs this process as a script. Only then does it exit with its launcher. */
export const isScript = (env = process.env) => Boolean(env.npm_lifecycle_event);
