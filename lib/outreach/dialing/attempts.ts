import { type Compilable, sql } from "kysely";
import { type OutboundCall, queueStatements } from "@/lib/calls/calls";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { ContactChannel } from "./carrier";
import { placeJobs } from "./jobs";
import { LEASE_MS } from "./moves";
import type { Planned } from "./planned";

/**
 * The statements that make many attempts, in the order in which they are to be sent, in one transaction. The rows of the
 * first are the keys of the attempts that were made: one whose key there is already, or whose contact has another under
 * way on the channel, is not among them, and nothing is stored for it.
 */
export type AttemptStatements = readonly [Compilable<{ key: string }>, ...Compilable<unknown>[]];

/** What a contact is reached by on a call's channel. */
export const contactChannel = (channel: Planned["channel"]): ContactChannel =>
  channel === "phone" ? "call" : "text";

const COLUMNS = [
  "key",
  "workspace_id",
  "environment",
  "campaign_id",
  "contact_id",
  "contact_hash",
  "busy",
  "call_id",
  "channel",
  "number",
  "decision",
  "state",
  "scheduled_at",
  "lease_until",
  "claimed_at",
] as const;

function insertAttempts(ctx: Ctx, planned: readonly Planned[]): Compilable<{ key: string }> {
  const now = ctx.now();
  const rows = planned.map((one): Record<(typeof COLUMNS)[number], unknown> => {
    const hash = `\\x${one.contact.hash.toString("hex")}`;
    return {
      key: one.key,
      workspace_id: ctx.workspaceId,
      environment: ctx.environment,
      campaign_id: one.campaignId,
      contact_id: one.contact.id,
      contact_hash: hash,
      busy: hash,
      call_id: one.callId,
      channel: contactChannel(one.channel),
      number: one.number,
      decision: one.decision,
      state: "claimed",
      scheduled_at: one.placeAt,
      lease_until: plusMs(one.placeAt, LEASE_MS),
      claimed_at: now,
    };
  });
  const given = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::attempts, ${JSON.stringify(rows)}::jsonb)`;
  return db
    .insertInto("attempts")
    .columns([...COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom(given.as("r"))
        .select(COLUMNS.map((column) => sql.ref<never>(`r.${column}`).as(column)))
        // Two who want the same contacts meet them in the same order, and wait instead of blocking each other.
        .orderBy(sql.ref("r.busy")),
    )
    .onConflict((oc) => oc.doNothing())
    .returning("key");
}

const outbound = ({ callId, metadata = {}, suppressRecording = false, ...rest }: Planned): OutboundCall => ({
  id: callId,
  metadata,
  suppressRecording,
  ...rest,
});

/**
 * Queued calls, attempts in `claimed`, and the jobs that place them, in few statements however many there are. Reads
 * nothing but workspace keys that are at hand, so that it may be called within a transaction. There is at least one.
 */
export async function attemptStatements(ctx: Ctx, planned: readonly Planned[]): Promise<AttemptStatements> {
  const calls = await queueStatements(ctx, planned.map(outbound));
  return [insertAttempts(ctx, planned), ...calls, placeJobs(ctx, planned)];
}
