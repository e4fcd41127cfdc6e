import { type Compilable, sql } from "kysely";
import type { AgentForCall } from "@/lib/agents/agents";
import { scrubCardsInJson, type Values } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { newSubject, type Sealer } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import type { CallContact } from "./contact";
import { type Missed, missIn } from "./miss";
import { type FullRow, placeOf, sealJson } from "./row";
import type { CallItem, CreateCall } from "./schema";
import { selectCall } from "./select";

/** A call to somebody, that a carrier is to place. `sealer` is the contact's. */
export type OutboundCall = {
  id: string;
  agentId: string;
  agent: AgentForCall;
  campaignId: string | null;
  contact: CallContact & { sealer: Sealer };
  channel: "phone" | "sms";
  purpose: CreateCall["purpose"];
  variables: Values;
  metadata: CreateCall["metadata"];
  suppressRecording: boolean;
};

const COLUMNS = [
  "id",
  "workspace_id",
  "environment",
  "agent_id",
  "agent_version",
  "draft_config",
  "contact_id",
  "campaign_id",
  "channel",
  "direction",
  "status",
  "purpose",
  "subject_id",
  "to_number",
  "contact_hash",
  "metadata",
  "initial_variables",
  "suppress_recording",
  "recording",
  "created_at",
] as const;
type Row = Record<(typeof COLUMNS)[number], unknown>;

/** Bytes as JSON holds them for `jsonb_populate_recordset`. */
const hex = (box: Buffer): string => `\\x${box.toString("hex")}`;

/** A call's row, and its own key where its agent keeps no transcript. */
async function rowOf(
  ctx: Ctx,
  call: OutboundCall,
): Promise<{ row: Row; sealer: Sealer; keys: Compilable<unknown>[] }> {
  const { id, agent, contact } = call;
  const now = ctx.now();
  const own = agent.policy.transcript.enabled ? null : await newSubject(ctx.workspaceId, id, now);
  const sealer = own?.sealer ?? contact.sealer;
  const row: Row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    agent_id: call.agentId,
    agent_version: agent.version,
    draft_config: agent.version === null ? agent.config : null,
    contact_id: contact.id,
    campaign_id: call.campaignId,
    channel: call.channel,
    direction: "outbound",
    status: "queued",
    purpose: call.purpose,
    subject_id: own === null ? contact.id : id,
    to_number: hex(sealer.seal(placeOf(id, "to_number"), contact.phone)),
    contact_hash: hex(contact.hash),
    metadata: hex(sealJson(sealer, id, "metadata", scrubCardsInJson(call.metadata))),
    initial_variables: hex(sealJson(sealer, id, "initial_variables", call.variables)),
    suppress_recording: call.suppressRecording,
    recording: agent.policy.recording.enabled ? {} : { state: "disabled" },
    created_at: now,
  };
  return { row, sealer, keys: own === null ? [] : [own.insert] };
}

const selectRows = (rows: readonly Row[]) =>
  db
    .selectFrom(
      sql<Record<string, never>>`jsonb_populate_recordset(null::calls, ${JSON.stringify(rows)}::jsonb)`.as(
        "r",
      ),
    )
    .select(COLUMNS.map((column) => sql.ref<never>(`r.${column}`).as(column)));

const insertRows = (query: ReturnType<typeof selectRows>): Compilable<unknown> =>
  db
    .insertInto("calls")
    .columns([...COLUMNS])
    .expression(query);

/**
 * The statements that queue calls, any number of them: each whose attempt has been made before in the same transaction,
 * and no other.
 */
export async function queueStatements(
  ctx: Ctx,
  calls: readonly OutboundCall[],
): Promise<readonly Compilable<unknown>[]> {
  const rows: Row[] = [];
  const keys: Compilable<unknown>[] = [];
  const own: string[] = [];
  for (const call of calls) {
    const made = await rowOf(ctx, call);
    rows.push(made.row);
    keys.push(...made.keys);
    if (made.keys.length > 0) own.push(call.id);
  }
  const attempted = sql<boolean>`exists (select 1 from attempts a where a.workspace_id = ${ctx.workspaceId} and a.call_id = r.id)`;
  // Keys of calls that were not made after all.
  const unused = db
    .deleteFrom("subject_keys")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("subject_id", "=", sql<string>`any(${own}::text[])`)
    .where(sql<boolean>`not exists (select 1 from calls c where c.id = subject_keys.subject_id)`);
  return [...keys, insertRows(selectRows(rows).where(attempted)), ...(own.length > 0 ? [unused] : [])];
}

/** Stores a call that policy refuses, with the reasons: it has ended before it began. */
export async function blockCall(ctx: Ctx, call: OutboundCall, reasons: CallItem["reasons"]): Promise<void> {
  const { row, sealer, keys } = await rowOf(ctx, call);
  const blocked: Missed = { status: "blocked", endReason: "policy_blocked", outcome: "failed", reasons };
  await record(ctx, async (tx) => {
    await tx.batch(...keys, insertRows(selectRows([row])));
    const stored = await tx.one(selectCall(ctx.workspaceId, ctx.environment, call.id));
    await missIn(tx, ctx, { row: stored as FullRow, sealer }, blocked);
  });
}
