import { type Compilable, sql } from "kysely";
import { type OutboundCall, queueStatements } from "@/lib/calls/calls";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { LEASE_MS } from "./attempt-updates";
import type { ContactChannel } from "./carrier";
import { placeJobs } from "./jobs";
import type { PlannedAttempt } from "./planned-attempt";

/**
 * Statements that insert a batch of attempts. They run in this order, in one transaction. The first one
 * returns the keys of the inserted attempts. It skips an attempt if its key exists already or if its contact
 * has another attempt in progress on the channel; the other statements then store nothing for it.
 */
export type AttemptStatements = readonly [Compilable<{ key: string }>, ...Compilable<unknown>[]];

/** Maps a call's channel to the contact's channel. */
export const contactChannel = (channel: PlannedAttempt["channel"]): ContactChannel =>
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

function insertAttempts(ctx: Ctx, planned: readonly PlannedAttempt[]): Compilable<{ key: string }> {
  const now = ctx.now();
  const rows = planned.map((plan): Record<(typeof COLUMNS)[number], unknown> => {
    const hash = `\\x${plan.contact.hash.toString("hex")}`;
    return {
      key: plan.key,
      workspace_id: ctx.workspaceId,
      environment: ctx.environment,
      campaign_id: plan.campaignId,
      contact_id: plan.contact.id,
      contact_hash: hash,
      busy: hash,
      call_id: plan.callId,
      channel: contactChannel(plan.channel),
      number: plan.number,
      decision: plan.decision,
      state: "claimed",
      scheduled_at: plan.placeAt,
      lease_until: plusMs(plan.placeAt, LEASE_MS),
      claimed_at: now,
    };
  });
  const planRows = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::attempts, ${JSON.stringify(rows)}::jsonb)`;
  return db
    .insertInto("attempts")
    .columns([...COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom(planRows.as("r"))
        .select(COLUMNS.map((column) => sql.ref<never>(`r.${column}`).as(column)))
        // Locks contacts in a fixed order, so that concurrent batches wait and do not deadlock.
        .orderBy(sql.ref("r.busy")),
    )
    .onConflict((oc) => oc.doNothing())
    .returning("key");
}

const outbound = ({
  callId,
  metadata = {},
  suppressRecording = false,
  ...fields
}: PlannedAttempt): OutboundCall => ({
  id: callId,
  metadata,
  suppressRecording,
  ...fields,
});

/**
 * Builds the statements for queued calls, attempts in `claimed` and the jobs that place them. The number of
 * statements does not depend on the number of attempts. It reads only cached workspace keys, so it can be
 * called within a transaction. `planned` must not be empty.
 */
export async function attemptStatements(
  ctx: Ctx,
  planned: readonly PlannedAttempt[],
): Promise<AttemptStatements> {
  const calls = await queueStatements(ctx, planned.map(outbound));
  return [insertAttempts(ctx, planned), ...calls, placeJobs(ctx, planned)];
}
