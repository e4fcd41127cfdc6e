import { type Compilable, sql } from "kysely";
import { reindexJob } from "@/lib/agents/agents";
import { findSpans, maskFairly, type Span } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { yieldToEventLoop } from "@/lib/platform/yield-to-event-loop";
import { finishRecordings } from "./finish-recordings";
import { settledFacts } from "./mask-facts";
import { openVariables } from "./open-stored";
import { findSpansInValues } from "./present-variables";
import { type SettledRow, sealJson } from "./row";
import { openTranscript, sealTranscript } from "./sealed-transcript";
import { selectSettledCalls } from "./select";
import { searchWords } from "./settled-fields";
import { type TranscriptDocument, type VariablesDocument, variablesDocument } from "./stored-documents";

/** Calls per run of the job: a second or two, so that a stop of the worker does not wait for it. */
const BATCH = 100;

type Row = SettledRow & { subject_id: string; transcript: Buffer };

/** Fields of a call that the current masks change. */
type MaskedCall = { row: Row; words: number[]; transcript?: Buffer; variables?: Buffer };

/**
 * Searches for every variable's value again, as masking knows more values than at settling. Earlier spans
 * stay.
 */
async function maskAgain(workspaceId: string, row: Row, sealer: Sealer): Promise<MaskedCall> {
  const doc = openTranscript(row, sealer);
  const facts = settledFacts(row, sealer);
  const { values, definitions, read } = facts;
  if (doc.spans === null || !read || row.variables === null)
    return { row, words: await searchWords(workspaceId, doc, facts) };
  const mask = <T>(work: () => T): Promise<T> => maskFairly(workspaceId, work, "always");
  const spans = await mask(() => findSpans(doc.turns, values, definitions));
  await yieldToEventLoop();
  const mixed = await mask(() =>
    findSpansInValues({ turns: doc.turns, spans: doc.spans ?? [] }, values, definitions),
  );
  // A conversation that is too long to search counts as unread, so that its view is withheld.
  const isRead = spans !== null && mixed !== undefined;
  const maskedDoc: TranscriptDocument = {
    ...doc,
    spans: isRead ? distinctSpans([...doc.spans, ...spans]) : null,
  };
  const { mixed: _, ...storedFields } = openVariables(row, sealer);
  const storedVariables: VariablesDocument = {
    ...storedFields,
    ...(isRead && { mixed: distinctSpans([...(facts.mixed ?? []), ...mixed]) }),
    read: isRead,
  };
  return {
    row,
    words: await searchWords(workspaceId, maskedDoc, { ...facts, read: isRead }),
    transcript: sealTranscript(sealer, row.id, maskedDoc),
    variables: sealJson(sealer, row.id, "variables", variablesDocument.write(storedVariables)),
  };
}

const distinctSpans = (spans: readonly Span[]): Span[] => [
  ...new Map(
    spans.map((span) => [`${span.turn} ${span.start} ${span.end} ${span.variable} ${span.part}`, span]),
  ).values(),
];

async function maskAll(ctx: Ctx, rows: readonly Row[]): Promise<MaskedCall[]> {
  const { workspaceId } = ctx;
  const sealers = await subjectSealers(
    workspaceId,
    rows.map((row) => row.subject_id),
  );
  const maskedCalls = [];
  for (const row of rows) {
    const sealer = sealers.get(row.subject_id);
    // A call whose key is destroyed cannot be masked, so its words are removed from the index.
    maskedCalls.push(sealer === undefined ? { row, words: [] } : await maskAgain(workspaceId, row, sealer));
    await yieldToEventLoop();
  }
  return maskedCalls;
}

/** Queues the recordings of these calls again, so that newly masked words are silenced. */
function refinishRecordings(ctx: Ctx, rows: readonly Row[]): Compilable<unknown> {
  const ids = rows.map(({ id }) => id);
  return finishRecordings(ctx.workspaceId, ids, ctx.now()).where("state", "=", "ready");
}

/**
 * Masks an agent's settled calls again and indexes the words that stay readable, in both environments.
 * Processes one batch in ID order after `after`, and queues the next. Safe to repeat, and to run while
 * another variable is marked: marking starts a new job, and this one then overwrites nothing.
 */
export async function reindexCalls(ctx: Ctx, agentId: string, after: string | null): Promise<void> {
  const { workspaceId } = ctx;
  const rows = (await ctx.db.all(
    selectSettledCalls(workspaceId, agentId, after).limit(BATCH),
  )) as unknown as Row[];
  const last = rows.at(-1);
  if (last === undefined) return;
  const selectAgent = db
    .selectFrom("agents")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", agentId);
  const selectUnchangedAgent = selectAgent.where(
    sql<boolean>`sensitive_marks = ${json(last.sensitive_marks)}::jsonb`,
  );
  const updates = (await maskAll(ctx, rows)).map(({ row, ...storedVariables }) =>
    db
      .updateTable("calls")
      .set(storedVariables)
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", row.id)
      // Calls that were erased meanwhile stay erased.
      .where("transcript", "is not", null)
      .where(({ exists }) => exists(selectUnchangedAgent)),
  );
  const nextJobs = rows.length < BATCH ? [] : [enqueue(...reindexJob(ctx, agentId, last.id))];
  await writeUnaudited(ctx, {
    run: [selectAgent.forShare(), ...updates, refinishRecordings(ctx, rows), ...nextJobs],
  });
}
