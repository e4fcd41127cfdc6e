// Loaded into each supervised process before its own code: a process whose supervisor is gone ends as if it had been
// told to. Without it, `kill -9` of the supervisor would leave them running on a port that the next start wants.

/** As long as the supervisor would wait between asking and killing. */
const GRACE_MS = 10_000;

// What this process starts itself inherits this file and may have a channel of its own, which is none of ours.
const supervised = process.env.PARLEY_SUPERVISED === "1";
delete process.env.PARLEY_SUPERVISED;

if (supervised && process.channel) {
  process.channel.unref();
  process.on("disconnect", () => {
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    process.kill(process.pid, "SIGTERM");
  });
  // The pipes to the supervisor break with it; a last log line must not turn a clean end into a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
