import { type Compilable, sql } from "kysely";
import { reindexJob } from "@/lib/agents";
import type { Ctx } from "@/lib/context";
import { subjectSealers } from "@/lib/crypto";
import { db, json, record } from "@/lib/db";
import { enqueue } from "@/lib/jobs";
import { settledFacts } from "./facts";
import { finishRecordings } from "./finish-recordings";
import { searchWords } from "./kept";
import { openTranscript } from "./present";
import type { SettledRow } from "./row";
import { selectSettled } from "./select";

/** Calls of one run of the job: a second or two, so that a stop of the worker does not wait for it. */
const BATCH = 100;

type Row = SettledRow & { subject_id: string; transcript: Buffer };

async function wordsNow(ctx: Ctx, rows: readonly Row[]): Promise<{ row: Row; words: number[] }[]> {
  const { workspaceId } = ctx;
  const sealers = await subjectSealers(
    workspaceId,
    rows.map((row) => row.subject_id),
  );
  const found = [];
  for (const row of rows) {
    const sealer = sealers.get(row.subject_id);
    // What nobody can read any more cannot be masked any more either: none of it is to be found.
    const words =
      sealer === undefined
        ? []
        : await searchWords(workspaceId, openTranscript(row, sealer), settledFacts(row, sealer));
    found.push({ row, words });
  }
  return found;
}

/** Looks at the recordings of these calls again: what is masked now is to be silenced in them too. */
function silenceAnew(ctx: Ctx, rows: readonly Row[]): Compilable<unknown> {
  const ids = rows.map(({ id }) => id);
  return finishRecordings(ctx.workspaceId, ids, ctx.now()).where("state", "=", "ready");
}

/**
 * Hashes the words of an agent's settled calls anew, as they are masked now, in both environments. One batch of calls
 * at a time, in the order of their ids behind `after`; the job then goes on by itself. Safe to repeat, and to run while
 * another variable is marked: whoever marks starts a job of their own, and this one then writes nothing over it.
 */
export async function reindexCalls(ctx: Ctx, agentId: string, after: string | null): Promise<void> {
  const { workspaceId } = ctx;
  const rows = (await ctx.db.all(
    selectSettled(workspaceId, agentId, after).limit(BATCH),
  )) as unknown as Row[];
  const last = rows.at(-1);
  if (last === undefined) return;
  const agent = db
    .selectFrom("agents")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", agentId);
  const unchanged = agent.where(sql<boolean>`sensitive_marks = ${json(last.sensitive_marks)}::jsonb`);
  const updates = (await wordsNow(ctx, rows)).map(({ row, words }) =>
    db
      .updateTable("calls")
      .set({ words })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", row.id)
      // What was erased meanwhile stays erased.
      .where("transcript", "is not", null)
      .where(({ exists }) => exists(unchanged)),
  );
  const rest = rows.length < BATCH ? [] : [enqueue(...reindexJob(ctx, agentId, last.id))];
  await record(ctx, { run: [agent.forShare(), ...updates, silenceAnew(ctx, rows), ...rest] });
}
