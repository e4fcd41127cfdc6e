import { sql } from "kysely";
import type { ErrorReason } from "@/lib/platform/reasons/reasons";
import type { CallJoin } from "./schema";

export type JoinKind = CallJoin["kind"];

/** Why a gateway refuses a member. Each is the reason of the error that the member gets. */
export const JOIN_REFUSALS = [
  "call_already_taken_over",
  "call_join_not_ready",
  "listening_to_sensitive_agent",
  "listening_to_unmasked_call",
  "listening_declined_by_caller",
  "listening_limit_reached",
] as const satisfies ErrorReason[];
export type JoinRefusal = (typeof JOIN_REFUSALS)[number];

/**
 * How a join ends. `left`: the member hung up. `lost`: their connection broke. `revoked`: their session or role ended. `call_ended`:
 * the call ended or left this process. `not_announced`: the caller did not hear the announcement. `declined`: the caller declined
 * the recording. `not_connected`: the member's browser did not connect in time.
 */
export type JoinEnd =
  | "left"
  | "lost"
  | "revoked"
  | "call_ended"
  | "not_announced"
  | "declined"
  | "not_connected";

/** How long a connected join counts that its gateway does not renew. Gateways renew every 5 s. */
const LEASE_MS = 20_000;
/** The end of a lease that begins now, by the database's clock. */
export const joinLease = sql<string>`now() + ${LEASE_MS} * interval '1 ms'`;
