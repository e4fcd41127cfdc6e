import type { Reader } from "@/lib/platform/db";

export type { Role } from "./roles";
export { atLeast, ROLES } from "./roles";

import type { Role } from "./roles";

export type Environment = "live" | "test";

/**
 * Who acts: a key, a person in a session, the product itself (a job), who runs it, at its machine, or one of their staff,
 * who only looks.
 */
export type Actor = { type: "key" | "member" | "system" | "operator" | "staff"; id: string; role: Role };

/**
 * What every verb is given: for whom it works, as whom, when, and a reader of that workspace's rows.
 * It is made by the kernel for a request and by the worker for a job, and by nobody else.
 */
export type Ctx = {
  readonly workspaceId: string;
  readonly environment: Environment;
  readonly actor: Actor;
  /** The session of the person who asks; a key and a job have none. */
  readonly session?: { readonly id: string; readonly userId: string };
  /** `req_…`; in the answer's header, the log and the audit event alike. */
  readonly requestId: string;
  /** The client's address, for the audit log; null for a job. */
  readonly address: string | null;
  /** Aborted when the client has gone. A job's never is. */
  readonly signal: AbortSignal;
  /** RFC 3339 in UTC with milliseconds. */
  now(): string;
  /** Reads this workspace's rows. It has no write verb: a change goes through `mutate` or `record`. */
  readonly db: Reader;
};
