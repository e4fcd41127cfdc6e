import { AppError } from "@/lib/platform/errors";
import { SchemaMisfitError } from "./require-schema";

/** Seconds until a client should retry: a restart of PostgreSQL takes about one. */
const RETRY_AFTER_S = 2;
/** The operator has to free space first. */
const DISK_RETRY_AFTER_S = 30;
const DISK_FULL = "53100";

// Class 08: connection exceptions; class 53: the server lacks disk space (53100), memory (53200) or connections
// (53300); class 57: the server is shutting down or starting, or 57014: it canceled a statement, at its time limit;
// 55P03: a lock was not free in time; 25P03: a transaction was idle for too long; 40001 and 40P01: a serialization
// failure or a deadlock that this transaction lost. (PostgreSQL, appendix A.)
const SQLSTATES = /^(08...|57P0[123]|57014|55P03|25P03|53...|40001|40P01)$/;
const SOCKET_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
// Error messages of pg and pg-pool without a code.
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool after calling end|connection is closed/;

/**
 * Whether the database was unreachable, gave up the transaction or needs another release, as opposed to having rejected a
 * statement.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SchemaMisfitError) return true;
  const { code } = error as Error & { code?: unknown };
  if (typeof code === "string") return SQLSTATES.test(code) || SOCKET_CODES.has(code);
  return MESSAGES.test(error.message);
}

/**
 * The name of the unique constraint that a row violated, since another writer was first; null for other
 * errors.
 */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" && typeof constraint === "string" ? constraint : null;
}

/** Whether a row refers to one that another writer has deleted meanwhile. */
export const isMissingParent = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: unknown }).code === "23503";

/** SQLSTATE of `require_call_cost` (prisma/sql/costs.sql). */
const COST_LIMIT_REACHED = "PL003";

/** The error of a reached cost limit; its detail is the limit and the seconds until its period ends. Null for other errors. */
function costLimitError(error: unknown): AppError | null {
  const { code, detail } = error as { code?: unknown; detail?: unknown };
  if (code !== COST_LIMIT_REACHED || typeof detail !== "string") return null;
  const [limit = "", seconds] = detail.split(" ");
  return new AppError("cost_limit_reached", {
    params: { limit },
    retryAfterS: Number(seconds),
    cause: error,
  });
}

/** Throws a 503 for a database that did not answer in time, a 429 for a reached cost limit, and any other error unchanged. */
export function rethrowAsAppError(error: unknown): never {
  if ((error as { code?: unknown }).code === DISK_FULL)
    throw new AppError("database_disk_full", { retryAfterS: DISK_RETRY_AFTER_S, cause: error });
  if (isUnavailable(error)) {
    throw new AppError("database_unavailable", { retryAfterS: RETRY_AFTER_S, cause: error });
  }
  throw costLimitError(error) ?? error;
}
