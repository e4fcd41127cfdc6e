import { env } from "@/lib/platform/env";
import { createEventCounter } from "@/lib/platform/event-counter";
import { log } from "@/lib/platform/log";
import { withSpan } from "@/lib/platform/telemetry";
import type { Statement } from "./batch";
import { loggableText, spanNameOf, summaryOf } from "./statement-summary";

/** Round trips to the database that took longer than DATABASE_SLOW_MS, by the first statement. */
export const slowStatements = createEventCounter(["operation", "table"]);

/** Statements that a log line names; a batch has a few. */
const MAX_LOGGED = 5;
const EMPTY = { name: "", text: "" };

/** Logs and counts a slow round trip. A batch has one duration, as the server answers its statements together. */
function reportSlow(statements: readonly Statement[], ms: number, requestId: string | undefined): void {
  const summary = summaryOf(statements[0] ?? EMPTY);
  slowStatements.count(summary);
  log.warn(
    {
      ...(requestId !== undefined && { requestId }),
      ms: Math.round(ms),
      statements: statements.length,
      slow: statements.slice(0, MAX_LOGGED).map(({ name, text }) => ({ id: name, sql: loggableText(text) })),
    },
    "a database statement was slow",
  );
}

async function timed<T>(
  statements: readonly Statement[],
  requestId: string | undefined,
  send: () => Promise<T>,
): Promise<T> {
  const startedAtMs = performance.now();
  try {
    return await send();
  } finally {
    const ms = performance.now() - startedAtMs;
    if (ms >= env.DATABASE_SLOW_MS) reportSlow(statements, ms, requestId);
  }
}

/**
 * Sends statements in a span, and reports them if they are slow. `send` is one round trip, without the wait for a
 * connection. `requestId` is for the log, as only traces know the request otherwise.
 */
export function observeStatements<T>(
  statements: readonly Statement[],
  requestId: string | undefined,
  send: () => Promise<T>,
): Promise<T> {
  const first = statements[0] ?? EMPTY;
  const summary = spanNameOf(summaryOf(first));
  const attributes = {
    "db.system.name": "postgresql",
    "db.query.summary": summary,
    "parley.db.statement": first.name,
    ...(statements.length > 1 && { "db.operation.batch.size": statements.length }),
  };
  return withSpan(summary, { kind: "client", isNestedOnly: true, attributes }, () =>
    timed(statements, requestId, send),
  );
}
