import { constants } from "node:os";
import { PROBLEMS } from "@/lib/platform/errors";
import { JOBS } from "@/lib/platform/jobs/registry";

/** The fields of a log line that can be published. */
export type PublicLine = {
  level: string;
  time: string;
  /** Left out if it is not a constant of the product. */
  msg?: string;
  err?: PublicError;
  job?: string;
  attempt?: number;
  status?: number;
};

type PublicError = { type?: string; code?: string; cause?: PublicError };

/** The numbers of pino. */
const LEVELS: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Classes of errors, and codes of Node, undici and pg. */
const ERROR_TYPE = /^[A-Z][A-Za-z]{0,40}(?:Error|Failure)$/;
const NODE_CODE = /^(?:ERR|UND_ERR)_[A-Z0-9_]{2,60}$/;
const SYSTEM_CODES = new Set([...Object.keys(constants.errno), "ENOTFOUND", "EAI_AGAIN"]);
/** SQLSTATEs that operators meet. Others could be any five characters. */
const SQLSTATES = new Set(
  "08000 08001 08003 08004 08006 08P01 22P02 23502 23503 23505 23514 25P03 28000 28P01 3D000 40001 40P01 42501 42703 42P01 53100 53200 53300 55P03 57014 57P01 57P02 57P03 XX000".split(
    " ",
  ),
);
/** An error of the API has the driver's in its cause, which has the socket's. */
const MAX_CAUSES = 3;
const MIN_STATUS = 100;
const MAX_STATUS = 599;
/** More than any job is tried. */
const MAX_ATTEMPT = 1_000;

const isWithin = (value: unknown, min: number, max: number): value is number =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

const isPublicCode = (code: unknown): code is string =>
  typeof code === "string" &&
  (SYSTEM_CODES.has(code) || SQLSTATES.has(code) || NODE_CODE.test(code) || Object.hasOwn(PROBLEMS, code));

function publicError(error: unknown, causes = MAX_CAUSES): PublicError | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { type, code, cause } = error as { type?: unknown; code?: unknown; cause?: unknown };
  const publicCause = causes > 0 ? publicError(cause, causes - 1) : undefined;
  return {
    ...(typeof type === "string" && ERROR_TYPE.test(type) && { type }),
    ...(isPublicCode(code) && { code }),
    ...(publicCause !== undefined && { cause: publicCause }),
  };
}

function parseLine(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/**
 * Returns the public fields of a log line; null if it is none of Parley's, such as output of a package. Every other field is
 * withheld, because its value can be personal.
 */
export function publicLine(line: string, isConstant: (text: string) => boolean): PublicLine | null {
  const fields = parseLine(line);
  if (fields === null) return null;
  const { level, time, msg, err, job, attempt, status } = fields;
  const levelName = typeof level === "number" ? LEVELS[level] : undefined;
  if (levelName === undefined || typeof time !== "string" || !TIME.test(time)) return null;
  const error = publicError(err);
  return {
    level: levelName,
    time,
    ...(typeof msg === "string" && isConstant(msg) && { msg }),
    ...(error !== undefined && { err: error }),
    ...(typeof job === "string" && Object.hasOwn(JOBS, job) && { job }),
    ...(isWithin(attempt, 1, MAX_ATTEMPT) && { attempt }),
    ...(isWithin(status, MIN_STATUS, MAX_STATUS) && { status }),
  };
}
