import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersOf } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { notified } from "@/lib/platform/live";
import { unansweredFields } from "./kept";
import { type Missed, missCall } from "./miss";
import { type FullRow, isWaiting, WAITING } from "./row";
import { selectWhole } from "./select";

/** What a call's end without an answer changes in its row, where its transcript is kept. */
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

const hex = (box: Buffer | null): string | null => (box === null ? null : `\\x${box.toString("hex")}`);

async function rowOf(
  ctx: Ctx,
  row: FullRow,
  sealer: Sealer,
  { status, endReason, outcome, reasons = [] }: Missed,
): Promise<Row> {
  const now = ctx.now();
  const fields = await unansweredFields(ctx.workspaceId, row, sealer, outcome);
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

/** The statement that ends those of these calls that nobody has answered yet, and tells who watches; a row for each. */
function endRows({ workspaceId }: Ctx, rows: readonly Row[]): Compilable<{ id: string }> {
  const given = sql<
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
        .where("status", "in", [...WAITING])
        // As everybody does who takes several, so that nobody waits in a circle.
        .orderBy("id")
        .forUpdate(),
    )
    .with("changed", (tx) =>
      tx
        .updateTable("calls as c")
        .from("mine")
        .from(given.as("r"))
        .set(Object.fromEntries(COLUMNS.map((column) => [column, sql.ref(`r.${column}`)])))
        .whereRef("c.id", "=", "mine.id")
        .whereRef("c.id", "=", sql.ref("r.id"))
        .returning("c.id"),
    )
    .selectFrom("changed")
    .select(["id", notified(sql`id`, "ended").as("ended"), notified(sql`id`, "settled").as("settled")]);
}

/**
 * Ends many calls of the context's environment that nobody has answered, as `missCall` ends one, in few statements;
 * `run` is stored in the same transaction, and is safe to be stored again. All that the attempts behind the calls have to
 * hear of it is in `run`. Answers which calls it has ended: one that was answered, is over or is not there is none of them.
 */
export async function missCalls(
  ctx: Ctx,
  missed: ReadonlyMap<string, Missed>,
  run: readonly Compilable<unknown>[],
): Promise<ReadonlySet<string>> {
  const found = await ctx.db.all(selectWhole(ctx.workspaceId, ctx.environment, [...missed.keys()]));
  const waiting = (found as unknown as FullRow[]).filter(isWaiting);
  const sealers = await sealersOf(ctx.workspaceId, waiting);
  const rows: Row[] = [];
  const ended = new Set<string>();
  for (const row of waiting) {
    const how = missed.get(row.id);
    const sealer = sealers.get(row.subject_id);
    if (how === undefined) continue;
    if (sealer !== undefined && row.policy.transcript.enabled) rows.push(await rowOf(ctx, row, sealer, how));
    // Of this one nothing is kept, and its key may have to go with it.
    else if (await missCall(ctx, row.id, how, { run, followed: true })) ended.add(row.id);
  }
  if (rows.length === 0) return ended;
  const [changed] = await record(ctx, { run: [endRows(ctx, rows), ...run] });
  for (const { id } of changed) ended.add(id);
  return ended;
}
