import { type Compilable, sql } from "kysely";
import { reindexJob } from "@/lib/agents/agents";
import { findSpans, maskFairly, type Span } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db, json, record } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { ownTurn } from "@/lib/platform/own-turn";
import { settledFacts } from "./facts";
import { finishRecordings } from "./finish-recordings";
import { searchWords } from "./kept";
import { openTranscript } from "./present";
import { type SettledRow, sealJson, type TranscriptDocument, type VariablesDocument } from "./row";
import { selectSettled } from "./select";
import { spansInValues } from "./variables";

/** Calls of one run of the job: a second or two, so that a stop of the worker does not wait for it. */
const BATCH = 100;

type Row = SettledRow & { subject_id: string; transcript: Buffer };

/** What is stored of a call as it is masked now. */
type Masked = { row: Row; words: number[]; transcript?: Buffer; variables?: Buffer };

/**
 * Looks for every variable's value again, as masking knows more by now than when the call was settled. What was found
 * then stays found.
 */
async function maskAgain(workspaceId: string, row: Row, sealer: Sealer): Promise<Masked> {
  const doc = openTranscript(row, sealer);
  const facts = settledFacts(row, sealer);
  const { values, definitions, read } = facts;
  if (doc.spans === null || !read || row.variables === null)
    return { row, words: await searchWords(workspaceId, doc, facts) };
  const mask = <T>(work: () => T): Promise<T> => maskFairly(workspaceId, work, "always");
  const spans = await mask(() => findSpans(doc.turns, values, definitions));
  await ownTurn();
  const mixed = await mask(() => spansInValues(doc.turns, values, definitions));
  // A conversation that is too long to be searched counts as unread, so that its view fails closed.
  const isRead = spans !== null && mixed !== undefined;
  const masked: TranscriptDocument = { ...doc, spans: isRead ? distinct([...doc.spans, ...spans]) : null };
  const stored: VariablesDocument = {
    values,
    ...(isRead && { mixed: distinct([...(facts.mixed ?? []), ...mixed]) }),
    definitions: [...definitions],
    read: isRead,
  };
  return {
    row,
    words: await searchWords(workspaceId, masked, { ...facts, read: isRead }),
    transcript: sealJson(sealer, row.id, "transcript", masked),
    variables: sealJson(sealer, row.id, "variables", stored),
  };
}

const distinct = (spans: readonly Span[]): Span[] => [
  ...new Map(
    spans.map((span) => [`${span.turn} ${span.start} ${span.end} ${span.variable} ${span.part}`, span]),
  ).values(),
];

async function maskAll(ctx: Ctx, rows: readonly Row[]): Promise<Masked[]> {
  const { workspaceId } = ctx;
  const sealers = await subjectSealers(
    workspaceId,
    rows.map((row) => row.subject_id),
  );
  const found = [];
  for (const row of rows) {
    const sealer = sealers.get(row.subject_id);
    // What nobody can read any more cannot be masked any more either: none of it is to be found.
    found.push(sealer === undefined ? { row, words: [] } : await maskAgain(workspaceId, row, sealer));
    await ownTurn();
  }
  return found;
}

/** Looks at the recordings of these calls again: what is masked now is to be silenced in them too. */
function silenceAnew(ctx: Ctx, rows: readonly Row[]): Compilable<unknown> {
  const ids = rows.map(({ id }) => id);
  return finishRecordings(ctx.workspaceId, ids, ctx.now()).where("state", "=", "ready");
}

/**
 * Masks an agent's settled calls again and hashes the words that stay readable, in both environments. One batch of calls
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
  const updates = (await maskAll(ctx, rows)).map(({ row, ...stored }) =>
    db
      .updateTable("calls")
      .set(stored)
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", row.id)
      // What was erased meanwhile stays erased.
      .where("transcript", "is not", null)
      .where(({ exists }) => exists(unchanged)),
  );
  const rest = rows.length < BATCH ? [] : [enqueue(...reindexJob(ctx, agentId, last.id))];
  await record(ctx, { run: [agent.forShare(), ...updates, silenceAnew(ctx, rows), ...rest] });
}
