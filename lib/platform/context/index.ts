import type { Reader } from "@/lib/platform/db";

export type { Role } from "./roles";
export { isAtLeast, ROLES } from "./roles";

import type { Role } from "./roles";

export type Environment = "live" | "test";

/**
 * The caller on whose behalf code runs: an API key, a member in a session, the product itself (a job), the
 * operator at the machine, or one of the operator's staff with read access.
 */
export type Actor = { type: "key" | "member" | "system" | "operator" | "staff"; id: string; role: Role };

/**
 * The context of every operation: workspace, actor, time, and a reader of that workspace's rows. The HTTP
 * kernel creates it for a request and the worker for a job.
 */
export type Ctx = {
  readonly workspaceId: string;
  readonly environment: Environment;
  readonly actor: Actor;
  /** The member's session; a key and a job have none. */
  readonly session?: { readonly id: string; readonly userId: string };
  /** `req_…`; the same in the response header, the log and the audit event. */
  readonly requestId: string;
  /** The client's address, for the audit log; null for a job. */
  readonly address: string | null;
  /** Aborted when the client disconnects. A job's signal never aborts. */
  readonly signal: AbortSignal;
  /** RFC 3339 in UTC with milliseconds. */
  now(): string;
  /** Reads this workspace's rows. It cannot write: changes use `writeAudited` or `writeUnaudited`. */
  readonly db: Reader;
};
