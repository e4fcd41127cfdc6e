import { AppError } from "@/lib/platform/errors";

/** Seconds after which a client is asked to try again: a restart of PostgreSQL takes about one. */
const RETRY_AFTER_S = 2;

// Class 08: connection exceptions; class 57: the server is going down or starting; 53300: too many connections;
// 40001 and 40P01: a serialisation failure or a deadlock, in which this side lost. (PostgreSQL, appendix A.)
const SQLSTATES = /^(08...|57P0[123]|53300|40001|40P01)$/;
const SOCKET_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
// What pg and pg-pool say without a code.
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool after calling end|connection is closed/;

/** Whether the database could not be asked, as opposed to having refused. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (typeof code === "string") return SQLSTATES.test(code) || SOCKET_CODES.has(code);
  return MESSAGES.test(error.message);
}

/** A unique or other constraint refused the row: somebody else was first. Answers the constraint's name. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" && typeof constraint === "string" ? constraint : null;
}

/** Turns an unreachable database into a 503; anything else is thrown on as it is. */
export function rethrow(error: unknown): never {
  if (isUnavailable(error)) {
    throw new AppError("unavailable", "The database cannot be reached at the moment. Try again shortly.", {
      retryAfterS: RETRY_AFTER_S,
      cause: error,
    });
  }
  throw error;
}
