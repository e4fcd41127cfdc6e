import { type Compilable, sql } from "kysely";
import type { AgentForCall } from "@/lib/agents/agents";
import { agentConfigDocument } from "@/lib/agents/agents";
import { requireCallCost } from "@/lib/agents/cost-limits";
import { scrubCardsInJson, type Values } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { createSubjectKey, type Sealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import type { CallContact } from "./call-contact";
import { endUnansweredInTx, type UnansweredEnd } from "./end-unanswered";
import { callFieldRef, type FullRow, sealJson, toFullRow } from "./row";
import type { CallItem, CreateCall } from "./schema";
import { selectCall } from "./select";
import { splitColumns } from "./split-columns";

/** An outbound call that a carrier places. `sealer` is the contact's. */
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
  "split_id",
  "is_candidate",
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

/** Bytes in the JSON format of `jsonb_populate_recordset`. */
const hex = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

/** Builds a call's row, with a separate key if its agent keeps no transcript. */
async function buildRow(
  ctx: Ctx,
  call: OutboundCall,
): Promise<{ row: Row; sealer: Sealer; keys: Compilable<unknown>[] }> {
  const { id, agent, contact } = call;
  const now = ctx.now();
  const ownKey = agent.policy.transcript.enabled ? null : await createSubjectKey(ctx.workspaceId, id, now);
  const sealer = ownKey?.sealer ?? contact.sealer;
  const row: Row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    agent_id: call.agentId,
    agent_version: agent.version,
    draft_config: agent.version === null ? agentConfigDocument.write(agent.config, agent.config) : null,
    ...splitColumns(agent),
    contact_id: contact.id,
    campaign_id: call.campaignId,
    channel: call.channel,
    direction: "outbound",
    status: "queued",
    purpose: call.purpose,
    subject_id: ownKey === null ? contact.id : id,
    to_number: hex(sealer.seal(callFieldRef(id, "to_number"), contact.phone)),
    contact_hash: hex(contact.hash),
    metadata: hex(sealJson(sealer, id, "metadata", scrubCardsInJson(call.metadata))),
    initial_variables: hex(sealJson(sealer, id, "initial_variables", call.variables)),
    suppress_recording: call.suppressRecording,
    recording: agent.policy.recording.enabled ? {} : { state: "disabled" },
    created_at: now,
  };
  return { row, sealer, keys: ownKey === null ? [] : [ownKey.insert] };
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
 * Statements that queue any number of calls. Each call needs an attempt created earlier in the same
 * transaction; others are not queued.
 */
export async function queueStatements(
  ctx: Ctx,
  calls: readonly OutboundCall[],
): Promise<readonly Compilable<unknown>[]> {
  const rows: Row[] = [];
  const keys: Compilable<unknown>[] = [];
  const ownKeyIds: string[] = [];
  for (const call of calls) {
    const built = await buildRow(ctx, call);
    rows.push(built.row);
    keys.push(...built.keys);
    if (built.keys.length > 0) ownKeyIds.push(call.id);
  }
  const hasAttempt = sql<boolean>`exists (select 1 from attempts a where a.workspace_id = ${ctx.workspaceId} and a.call_id = r.id)`;
  // Deletes the keys of calls that were not queued.
  const deleteUnusedKeys = db
    .deleteFrom("subject_keys")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("subject_id", "=", sql<string>`any(${ownKeyIds}::text[])`)
    .where(sql<boolean>`not exists (select 1 from calls c where c.id = subject_keys.subject_id)`);
  return [
    ...keys,
    insertRows(selectRows(rows).where(hasAttempt)),
    requireCallCost(
      ctx,
      rows.map(({ id }) => String(id)),
    ),
    ...(ownKeyIds.length > 0 ? [deleteUnusedKeys] : []),
  ];
}

/** Stores a call that policy blocks, ended, with its reasons. */
export async function blockCall(ctx: Ctx, call: OutboundCall, reasons: CallItem["reasons"]): Promise<void> {
  const { row, sealer, keys } = await buildRow(ctx, call);
  const blocked: UnansweredEnd = {
    status: "blocked",
    endReason: "policy_blocked",
    outcome: "failed",
    reasons,
  };
  await writeUnaudited(ctx, async (tx) => {
    await tx.batch(...keys, insertRows(selectRows([row])));
    const stored = await tx.first(selectCall(ctx.workspaceId, ctx.environment, call.id));
    await endUnansweredInTx(tx, ctx, { row: toFullRow(stored as FullRow), sealer }, blocked);
  });
}
