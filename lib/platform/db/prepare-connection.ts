import type pg from "pg";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import { ACQUIRE_TIMEOUT_MS } from "./connection";
import { measureDatabaseClock } from "./database-clock";
import { requireApplicationRole } from "./require-application-role";

const LOG_INTERVAL_MS = 60_000;
let lastLoggedMs = Number.NEGATIVE_INFINITY;

/** Logs why a connection is refused, once a minute at most: requests and probes fail, and their answers do not name the cause. */
export function logRefusal(error: unknown): void {
  const now = performance.now();
  if (now - lastLoggedMs < LOG_INTERVAL_MS) return;
  lastLoggedMs = now;
  log.error({ err: error }, "a new database connection cannot be used");
}

/**
 * Checks a new connection before its first use, and measures the database's clock. Throws if it does not have the application's
 * role, and after five seconds: a pooler accepts connections at once and lets their first statement wait for a session.
 */
export async function prepareConnection(client: pg.ClientBase): Promise<void> {
  try {
    const prepared = requireApplicationRole(client).then(() => measureDatabaseClock(client));
    await withTimeout(prepared, ACQUIRE_TIMEOUT_MS, () => {
      throw new Error("timeout exceeded when trying to connect");
    });
  } catch (error) {
    logRefusal(error);
    throw error;
  }
}
