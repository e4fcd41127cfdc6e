import { sql } from "kysely";
import { findAttempt } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

/** The carrier name stored with attempts over SIP trunks. */
export const SIP_CARRIER_NAME = "sip";

/** How long a gateway's claim counts that is not renewed. Gateways renew every 5 s. */
const LEASE_MS = 20_000;
/** The end of a lease that begins now, by the database's clock: workers and gateways may have different ones. */
export const leaseExpiry = sql<string>`now() + ${LEASE_MS} * interval '1 ms'`;

/** An outbound call that a gateway has claimed. `to` and `from` are in E.164. */
export type ClaimedPlacement = {
  ctx: Ctx;
  key: string;
  callId: string;
  integrationId: string;
  to: string;
  from: string;
  gatewayId: string;
};

/** A placement's state. `claimed`: an INVITE may have left. `withdrawn`: certainly none has. */
export type PlacementState = "requested" | "claimed" | "ended" | "withdrawn";

/** Formats the carrier's reference of a call. */
export const sipCallRef = (callId: string): string => `sip:${callId}`;

/** Parses the reference of a call over a SIP trunk; null for one of another carrier. */
export const parseSipCallRef = (ref: string): string | null => (ref.startsWith("sip:") ? ref.slice(4) : null);

const selectPlacement = (ctx: Ctx) =>
  db
    .selectFrom("sip_placements")
    .select(["key", "call_id", "integration_id", "from_number", "state", "is_hang_up_due", "sip_status"])
    .select(["alternatives", "tries"])
    .select(sql<boolean>`coalesce(lease_until > now(), false)`.as("is_held"))
    .where("workspace_id", "=", ctx.workspaceId);

/** Reads the placement of an attempt; undefined if there is none. */
export const readPlacement = (ctx: Ctx, key: string) =>
  ctx.db.first(selectPlacement(ctx).where("key", "=", key));

/** Whether a hang-up of this placement was requested. */
export async function isHangUpDue(ctx: Ctx, key: string): Promise<boolean> {
  return (await readPlacement(ctx, key))?.is_hang_up_due ?? false;
}

/** Finds the attempt of a placement, with a context of its environment. */
export const attemptOfPlacement = (ctx: Ctx, key: string) => findAttempt(ctx, { key });
