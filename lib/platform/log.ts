import { writeSync } from "node:fs";
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

const STDOUT = 1;

/**
 * Whether the supervisor, which reads standard output, is gone: an empty write to its socket fails then. Of a shell's pipe
 * this is not known, as only a byte would tell, which does not belong in the output of a command.
 */
function isOutputBroken(): boolean {
  try {
    writeSync(STDOUT, "");
    return false;
  } catch {
    return true;
  }
}

/** SonicBoom's flush at a fatal error and at the exit retries a broken pipe forever, so the process would never end. */
function openOutput(): ReturnType<typeof pino.destination> {
  const output = pino.destination(STDOUT);
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    if (!isOutputBroken()) flushSync();
  };
  return output;
}

let currentFields: (() => Record<string, string>) | null = null;

/** Adds fields to every line, such as the trace that it belongs to; null for none. A line's own fields take precedence. */
export const setLogFields = (fields: (() => Record<string, string>) | null): void => {
  currentFields = fields;
};

const options: pino.LoggerOptions = {
  mixin: () => currentFields?.() ?? {},
  level: env.LOG_LEVEL,
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: REDACTED_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
  serializers: { err: describeError, error: describeError },
};
export const log = pino(options, openOutput());

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
