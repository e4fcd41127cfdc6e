import type { DB } from "./types.gen";

/**
 * Tables that are read before a workspace is known, or that belong to none. They are outside row-level
 * security. Only lib/identity/auth and lib/identity/members access personal data, through
 * `@/lib/platform/db/identity`.
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

/**
 * Also outside row-level security: counters, slots, heartbeats, sweep positions, fingerprints of key files and the schema's level, without customer data.
 */
export const PLAIN_TABLES = [
  "rate_limits",
  "event_streams",
  "worker_heartbeats",
  "voice_gateways",
  "storage_sweeps",
  "secret_fingerprints",
  "schema_state",
] as const;

type IdentityTable = (typeof IDENTITY_TABLES)[number];
type PlainTable = (typeof PLAIN_TABLES)[number];

export type IdentityDB = Pick<DB, IdentityTable>;
export type PlainDB = Pick<DB, PlainTable>;
/** The tables that domain code can use. Every row belongs to one workspace. */
export type TenantDB = Omit<DB, IdentityTable | PlainTable>;
