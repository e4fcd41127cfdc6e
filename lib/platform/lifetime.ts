import { log } from "@/lib/platform/log";

/**
 * Runs `stop` once when the process is told to end, and then ends it. What nobody caught ends it at once: its state is
 * unknown, and the supervisor starts it again.
 */
export function endWith(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, "the stop failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  const fail = (error: unknown) => {
    log.fatal({ err: error }, "an error that nobody caught");
    process.exit(1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
}
