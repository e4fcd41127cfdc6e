// Notices that the program which launched this one is gone. npm runs a script in a shell: a signal ends npm and the
// shell, and the script never hears of it.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A signal to the launcher is noticed within this time. Reading one small file this often costs nothing. */
const POLL_MS = 250;
/** Shells between the launcher and this process: npm starts one, a script that npm runs may start another. */
const MAX_SHELLS = 4;
/** A shell that runs a command line, as npm and test runners start it. Any other shell is a person's or a script's. */
const COMMAND_SHELL = /^(?:\S*\/)?(?:ba|da|a|z|k)?sh (?:-\S+ )*-\w*c /;
/** What may be process 1 of a container and launch scripts. */
const PACKAGE_RUNNER = /\b(?:npm|npx|pnpm|yarn|bun|node)\b/;

/** What one field of `ps` says of a process; undefined where there is none. */
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
    // The command's name, in parentheses, may hold anything; state and parent follow it.
    const [, parent] =
      /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, ")")) ?? [];
    return Number(parent) || undefined;
  } catch {
    return undefined;
  }
}

/** Whether `parent` still lives as the parent of `pid`. Elsewhere than on Linux a question about another process costs
 *  a process, so there its life alone is asked. */
function isStillParent({ pid, parent }) {
  if (pid === process.pid || process.platform === "linux") return parentOf(pid) === parent;
  try {
    process.kill(parent, 0);
    return true;
  } catch {
    return false;
  }
}

/** This process and its parent, and each command shell above with its own, up to the launcher. */
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

/** An orphan belongs to process 1, which launches scripts only where it is a package runner itself (in a container). */
const isOrphan = (pid) => pid === 1 && !PACKAGE_RUNNER.test(commandOf(1) ?? "");

/** Calls `onGone` once, when the launcher of this process (through command shells) has ended. Never keeps a process alive. */
export function watchLauncher(onGone) {
  // Windows has no orphans to notice: a process keeps the number of its parent.
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

/** Whether npm or a program like it runs this process as a script. Only then does its launcher's end mean its own. */
export const isScript = (env = process.env) => Boolean(env.npm_lifecycle_event);
