// Loaded into each supervised process before its own code: a process whose supervisor is gone ends as if it had been
// told to. Without it, `kill -9` of the supervisor would leave them running on a port that the next start wants.

/** As long as the supervisor would wait between asking and killing. */
const GRACE_MS = 10_000;

// What this process starts itself inherits this file and may have a channel of its own, which is none of ours.
const supervised = process.env.PARLEY_SUPERVISED === "1";
delete process.env.PARLEY_SUPERVISED;

function killGroup() {
  if (process.platform === "win32") return;
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    // It leads no group, so it has none to take along.
  }
}

if (supervised && process.channel) {
  process.channel.unref();
  process.on("disconnect", () => {
    // Whatever this process has started is in its group (see `supervise`), and must not outlive it.
    process.on("exit", killGroup);
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    if (process.listenerCount("SIGTERM") > 0) process.kill(process.pid, "SIGTERM");
    else process.exit(1);
  });
  // The pipes to the supervisor break with it; a last log line must not turn a clean end into a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
