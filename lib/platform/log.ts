import pino from "pino";
import { env } from "@/lib/platform/env";

/**
 * The log: one JSON line for each event, on standard output. It takes ids, codes, counts and durations. The
 * fields below are removed, up to two levels deep. Logs never contain what a person says, writes or owns, so
 * a call that passes such a value by mistake does not print it.
 */
const REDACTED_FIELDS = [
  "text",
  "value",
  "values",
  "variables",
  "prompt",
  "name",
  "email",
  "phone",
  "number",
  "from",
  "to",
  "password",
  "secret",
  "token",
  "authorization",
  "cookie",
  "credential",
  "body",
  "arguments",
  "args",
  "result",
  "metadata",
  "notes",
  "summary",
  "transcript",
  "detail",
  "query",
];

export const log = pino({
  level: env.LOG_LEVEL,
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: REDACTED_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
  serializers: { err: describeError, error: describeError },
});

/**
 * The loggable part of an error: class, code and stack frames. The message is left out, since a driver or a
 * provider may quote data in it (PostgreSQL quotes the offending row).
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause } = error as Error & { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    ...(typeof code === "string" && { code }),
    stack: (error.stack ?? "")
      .split("\n")
      .filter((line) => line.startsWith("    at "))
      .slice(0, 12),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
