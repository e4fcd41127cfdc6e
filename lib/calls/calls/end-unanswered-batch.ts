import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersFromRows } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { notifyExpression } from "@/lib/platform/live";
import { endUnansweredCall, type UnansweredEnd } from "./end-unanswered";
import { type FullRow, isUnanswered, toFullRow, UNANSWERED_STATUSES } from "./row";
import { selectFullCalls } from "./select";
import { buildUnansweredFields } from "./settled-fields";

/** Columns that the end of an unanswered call changes, if the agent keeps a transcript. */
const COLUMNS = [
  "status",
  "end_reason",
  "reasons",
  "ended_at",
  "settled_at",
  "duration_ms",
  "variables",
  "transcript",
  "summary",
  "metadata",
  "words",
  "outcome_tag",
  "outcome_successful",
  "pinned_sensitive",
  "redact",
] as const;
type Row = { id: string } & Record<(typeof COLUMNS)[number], unknown>;

const hex = (bytes: Buffer | null): string | null => (bytes === null ? null : `\\x${bytes.toString("hex")}`);

async function buildRow(
  ctx: Ctx,
  row: FullRow,
  sealer: Sealer,
  { status, endReason, outcome, reasons = [] }: UnansweredEnd,
): Promise<Row> {
  const now = ctx.now();
  const fields = await buildUnansweredFields(ctx.workspaceId, row, sealer, outcome);
  return {
    ...fields,
    id: row.id,
    variables: hex(fields.variables),
    metadata: hex(fields.metadata),
    status,
    end_reason: endReason,
    reasons,
    ended_at: now,
    settled_at: now,
    duration_ms: 0,
  };
}

/** Statement that ends the calls that are still unanswered and notifies their subscribers. Returns a row per ended call. */
function endRows({ workspaceId }: Ctx, rows: readonly Row[]): Compilable<{ id: string }> {
  const rowSource = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::calls, ${JSON.stringify(rows)}::jsonb)`;
  const ids = rows.map(({ id }) => id);
  return db
    .with("mine", (tx) =>
      tx
        .selectFrom("calls")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", sql<string>`any(${ids}::text[])`)
        .where("status", "in", [...UNANSWERED_STATUSES])
        // Every statement that locks several calls locks them in id order, which prevents deadlocks.
        .orderBy("id")
        .forNoKeyUpdate(),
    )
    .with("changed", (tx) =>
      tx
        .updateTable("calls as c")
        .from("mine")
        .from(rowSource.as("r"))
        .set(Object.fromEntries(COLUMNS.map((column) => [column, sql.ref(`r.${column}`)])))
        .whereRef("c.id", "=", "mine.id")
        .whereRef("c.id", "=", sql.ref("r.id"))
        .returning("c.id"),
    )
    .selectFrom("changed")
    .select([
      "id",
      notifyExpression(sql`id`, "ended").as("ended"),
      notifyExpression(sql`id`, "settled").as("settled"),
    ]);
}

/**
 * Ends many unanswered calls of the context's environment in few statements, as `endUnansweredCall` ends one. `run` is
 * stored in the same transaction, must be safe to store twice, and must contain everything that the calls' attempts
 * need. Returns the ids of the calls that it ended. Calls that were answered, have ended or do not exist are left out.
 */
export async function endUnansweredCallBatch(
  ctx: Ctx,
  ends: ReadonlyMap<string, UnansweredEnd>,
  run: readonly Compilable<unknown>[],
): Promise<ReadonlySet<string>> {
  const calls = await ctx.db.all(selectFullCalls(ctx.workspaceId, ctx.environment, [...ends.keys()]));
  const waiting = (calls as unknown as FullRow[]).filter(isUnanswered).map(toFullRow);
  const sealers = await sealersFromRows(ctx.workspaceId, waiting);
  const rows: Row[] = [];
  const ended = new Set<string>();
  for (const row of waiting) {
    const end = ends.get(row.id);
    const sealer = sealers.get(row.subject_id);
    if (end === undefined) continue;
    if (sealer !== undefined && row.policy.transcript.enabled)
      rows.push(await buildRow(ctx, row, sealer, end));
    // Its agent keeps no transcript, so the call's own key may have to be destroyed too.
    else if (await endUnansweredCall(ctx, row.id, end, { run, isFollowUpQueued: true })) ended.add(row.id);
  }
  if (rows.length === 0) return ended;
  const [changed] = await writeUnaudited(ctx, { run: [endRows(ctx, rows), ...run] });
  for (const { id } of changed) ended.add(id);
  return ended;
}
