import { log } from "@/lib/platform/log";

/**
 * Runs `stop` once at SIGTERM or SIGINT, then exits. An uncaught exception exits at once: the state of the
 * process is unknown, and the supervisor restarts it.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let stopping = false;
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
  process.on("SIGTERM", shutDown);
  process.on("SIGINT", shutDown);
  const fail = (error: unknown) => {
    log.fatal({ err: error }, "uncaught exception");
    process.exit(1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
}
