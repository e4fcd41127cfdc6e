import pino from "pino";
import { env } from "@/lib/platform/env";

/**
 * The log: one JSON line an event, on standard output. It takes ids, codes, counts and durations.
 * The marked names below are removed wherever they stand up to two levels down: a value that someone said,
 * wrote or owns is never logged, so a call site that passes one by mistake prints nothing of it.
 */
const REFUSED = [
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
  redact: { paths: REFUSED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
  serializers: { err: describeError, error: describeError },
});

/**
 * What the log may know of an error: its class, code and stack frames. The message is left out, since a driver
 * or a provider may quote data in it (PostgreSQL quotes the offending row).
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
