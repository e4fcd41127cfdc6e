import { reindexJob } from "@/lib/agents";
import type { Ctx } from "@/lib/context";
import { subjectSealers } from "@/lib/crypto";
import { db, record } from "@/lib/db";
import { enqueue } from "@/lib/jobs";
import { searchWords } from "./kept";
import { openTranscript, settledFacts } from "./present";
import { type SettledRow, selectSettled } from "./row";

/** Calls of one run of the job: a second or two, so that a stop of the worker does not wait for it. */
const BATCH = 100;

type Row = SettledRow & { subject_id: string; transcript: Buffer };

/**
 * Hashes the words of an agent's settled calls anew, as they are masked now, in both environments. One batch of calls
 * at a time, in the order of their ids behind `after`; the job then goes on by itself. Safe to repeat.
 */
export async function reindexCalls(ctx: Ctx, agentId: string, after: string | null): Promise<void> {
  const found = await ctx.db.all(selectSettled(ctx.workspaceId, agentId, after).limit(BATCH));
  const rows = found as unknown as Row[];
  const sealers = await subjectSealers(
    ctx.workspaceId,
    rows.map((row) => row.subject_id),
  );
  const updates = [];
  for (const row of rows) {
    const sealer = sealers.get(row.subject_id);
    // What nobody can read any more cannot be masked any more either: none of it is to be found.
    const words =
      sealer === undefined
        ? []
        : await searchWords(ctx.workspaceId, openTranscript(row, sealer), settledFacts(row, sealer));
    updates.push(
      db
        .updateTable("calls")
        .set({ words })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", row.id)
        // What was erased meanwhile stays erased.
        .where("transcript", "is not", null),
    );
  }
  const last = rows.at(-1);
  const more = rows.length === BATCH && last !== undefined;
  await record(ctx, { run: [...updates, ...(more ? [enqueue(...reindexJob(ctx, agentId, last.id))] : [])] });
}
