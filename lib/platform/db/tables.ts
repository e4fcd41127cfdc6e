import type { DB } from "./types.gen";

/**
 * Tables that are read before a workspace is known, or that belong to none. They lie outside row-level security.
 * What is about persons is reached from lib/identity/auth and lib/identity/members alone, through `@/lib/platform/db/identity`.
 */
export const IDENTITY_TABLES = [
  "users",
  "sessions",
  "key_ids",
  "second_factors",
  "recovery_codes",
  "password_resets",
  "staff",
  "staff_sessions",
] as const;

/** Outside row-level security too: they hold no customer data, only counters, slots, heartbeats and how far a walk came. */
export const PLAIN_TABLES = ["rate_limits", "event_streams", "worker_heartbeats", "storage_sweeps"] as const;

type IdentityTable = (typeof IDENTITY_TABLES)[number];
type PlainTable = (typeof PLAIN_TABLES)[number];

export type IdentityDB = Pick<DB, IdentityTable>;
export type PlainDB = Pick<DB, PlainTable>;
/** What domain code may name: every row of it belongs to one workspace. */
export type TenantDB = Omit<DB, IdentityTable | PlainTable>;
