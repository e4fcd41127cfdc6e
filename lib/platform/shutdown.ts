import { log } from "@/lib/platform/log";

/**
 * At SIGTERM, waits for `drain`, runs `stop` once and exits. SIGINT stops at once, also during `drain`. An uncaught
 * exception exits at once: the state of the process is unknown, and the supervisor restarts it.
 */
export function onShutdown(
  stop: () => Promise<void>,
  drain: () => Promise<void> = async () => undefined,
): void {
  let stopping = false;
  let draining = false;
  const fail = (error: unknown) => {
    log.fatal({ err: error }, "uncaught exception");
    process.exit(1);
  };
  const shutDown = () => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, "shutdown failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", () => {
    // A service manager can signal this process and its supervisor, which repeats the signal.
    if (draining) return;
    draining = true;
    drain().then(shutDown, fail);
  });
  process.on("SIGINT", shutDown);
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
}
