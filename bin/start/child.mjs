// Preloaded into each supervised process. If the supervisor dies, the process exits as after SIGINT or SIGTERM.
// Otherwise `kill -9` of the supervisor would leave processes on ports that the next start needs.

/** The same time that the supervisor waits between SIGTERM and SIGKILL. */
const GRACE_MS = 10_000;

// Child processes inherit this preload. Their IPC channel, if any, is not the supervisor's.
const supervised = process.env.PARLEY_SUPERVISED === "1";
delete process.env.PARLEY_SUPERVISED;

function killGroup() {
  if (process.platform === "win32") return;
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    // This process leads no process group.
  }
}

// The supervisor died while this process was starting: no "disconnect" event follows.
if (supervised && !process.connected) process.exit(1);

if (supervised) {
  process.channel.unref();
  process.on("disconnect", () => {
    // Child processes are in this process's group (see `supervise`) and must not outlive it.
    process.on("exit", killGroup);
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    // SIGINT ends a process at once that would finish its calls first after SIGTERM.
    const signal = ["SIGINT", "SIGTERM"].find((name) => process.listenerCount(name) > 0);
    if (signal === undefined) process.exit(1);
    else process.kill(process.pid, signal);
  });
  // The pipes to the supervisor are broken. Writing a last log line to them must not crash the process.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
