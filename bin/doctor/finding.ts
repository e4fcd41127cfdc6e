/**
 * The result of a check. `summary` and `action` can be published: they contain no secret, address, path or personal value.
 * `action` tells the operator what to do.
 */
export type Finding =
  | { status: "ok" | "skipped"; summary: string }
  | { status: "warning" | "failed"; summary: string; action: string };

export const passed = (summary: string): Finding => ({ status: "ok", summary });
export const skipped = (summary: string): Finding => ({ status: "skipped", summary });
export const warning = (summary: string, action: string): Finding => ({ status: "warning", summary, action });
export const failed = (summary: string, action: string): Finding => ({ status: "failed", summary, action });

/** The code of an error of Node or PostgreSQL, else the class of the error. Messages can quote values, so they are not shown. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const { code, cause } = error as Error & { code?: unknown; cause?: unknown };
  // An `AppError` of the database has the code of the API, and the server's code in its cause.
  if (cause instanceof Error) return codeOf(cause);
  return typeof code === "string" && /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : error.name;
}

/** A number with its noun: `1 job`, `2 jobs`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** PostgreSQL's codes for a table and for a column that do not exist. */
const SCHEMA_CODES = ["42P01", "42703"];

/** Whether a statement failed because the database has not all migrations of this version. */
export const isSchemaIncomplete = (error: unknown): boolean => SCHEMA_CODES.includes(codeOf(error));
