import { Logger } from "graphile-worker";
import { log } from "@/lib/platform/log";

const LEVELS: Readonly<Record<string, "error" | "warn" | "debug" | "trace">> = {
  error: "error",
  warning: "warn",
  info: "debug",
  debug: "trace",
};

/**
 * Whether this is the warning about a pool with fewer connections than workers. Workers share connections on purpose:
 * jobs use the application's pool, and the queue's statements take a millisecond each. A connection per worker would
 * take a third of PostgreSQL's default limit of 100 for each worker process.
 */
const isPoolSizeWarning = (meta: Readonly<Record<string, unknown>> | undefined): boolean =>
  typeof meta?.max === "number" && typeof meta.concurrency === "number" && meta.max < meta.concurrency;

/** The queue's log lines. `taskList` has already logged failed jobs. */
export const queueLogger = new Logger(({ workerId }) => (level, message, meta) => {
  if (meta?.failure === true || isPoolSizeWarning(meta)) return;
  log[LEVELS[level] ?? "error"]({ workerId, err: meta?.error }, `queue: ${message.split("\n", 1)[0]}`);
});
