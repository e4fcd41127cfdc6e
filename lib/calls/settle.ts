import { plusMs } from "@/lib/clock";
import type { Ctx } from "@/lib/context";
import { type KeptTurn, type Settled, type State, settle, settleWithoutModel } from "@/lib/conversation";
import { destroySubject, indexer, type Sealer } from "@/lib/crypto";
import { db, record } from "@/lib/db";
import { notify } from "@/lib/live";
import { log } from "@/lib/log";
import { maskText, presentTranscript, wordsOf } from "@/lib/masking";
import { type Active, activate } from "./converse";
import { sensitiveOf } from "./present";
import { openCall } from "./read";
import { type FullRow, sealJson } from "./row";
import { sceneOf } from "./scene";
import { watch } from "./session";

/** Tries with the model; then the call is settled without it, and what nobody has read stays withheld. */
const MAX_ATTEMPTS = 4;
/** Between two tries, times two to the power of the tries so far. */
const RETRY_MS = 15_000;
/** Words of one transcript that the index keeps: an hour of talk has fewer different ones. */
const MAX_WORDS = 5_000;

/** Reads the call with its model, or without it where the model is what ended the call or has failed too often. */
async function readOut(active: Active, attempts: number, signal: AbortSignal): Promise<Settled> {
  const { ctx, row, sealer, conversation } = active;
  const { state, turns } = conversation;
  const scene = await sceneOf(ctx, row, sealer, []);
  const without = () => settleWithoutModel(scene, turns, state.values, sensitiveOf(row));
  if (state.endReason === "model_error" || attempts >= MAX_ATTEMPTS) return without();
  return settle(scene, turns, state.values, state.outcome, signal);
}

/** Outcomes that the system gives, whatever the conversation was about. */
const systemOutcome = (state: State): { tag: string; successful: boolean } | null =>
  state.endReason === "opted_out" ? { tag: "opted_out", successful: false } : null;

function percentile(sorted: readonly number[], share: number): number | null {
  return sorted.length === 0 ? null : (sorted[Math.ceil(sorted.length * share) - 1] ?? null);
}

function latencies(turns: readonly KeptTurn[]): { turn_p50_ms: number | null; turn_p95_ms: number | null } {
  const sorted = turns
    .flatMap((t) => (t.latency_ms === undefined ? [] : [Math.round(t.latency_ms)]))
    .sort((a, b) => a - b);
  return { turn_p50_ms: percentile(sorted, 0.5), turn_p95_ms: percentile(sorted, 0.95) };
}

/** The keyed hashes of the masked transcript's words: masked whatever `redact` says, as an index cannot be masked later. */
async function wordHashes(
  workspaceId: string,
  row: FullRow,
  turns: readonly KeptTurn[],
  settled: Settled,
  sensitive: Set<string>,
): Promise<number[]> {
  const { word } = await indexer(workspaceId);
  const shown = presentTranscript({
    turns,
    ...settled,
    settled: true,
    redact: true,
    sensitive,
    variables: row.config.variables,
    known: {},
  });
  const texts = shown.filter((t) => t.role !== "tool").map((t) => t.text ?? "");
  return [...new Set(wordsOf(texts.join("\n")).slice(0, MAX_WORDS).map(word))];
}

/** What of a call is kept: everything, or, where its agent keeps no transcript, the outcome's tag alone. */
async function keptFields(
  workspaceId: string,
  row: FullRow,
  sealer: Sealer,
  turns: readonly KeptTurn[],
  settled: Settled,
) {
  if (!row.policy.transcript.enabled) {
    return {
      variables: null,
      transcript: null,
      summary: null,
      metadata: null,
      initial_variables: null,
      from_number: null,
      to_number: null,
      words: [],
    };
  }
  const sensitive = sensitiveOf(row);
  const { values, spans, withheld, conclusion } = settled;
  const { variables } = row.config;
  const definitions = variables.map(({ name, type, description, choices }) => ({
    name,
    type,
    description,
    choices,
  }));
  const summary = maskText(conclusion.summary, values, sensitive, definitions);
  return {
    variables: sealJson(sealer, row.id, "variables", { values, definitions }),
    transcript: sealJson(sealer, row.id, "transcript", { turns, spans, withheld }),
    summary: sealer.seal({ table: "calls", row: row.id, field: "summary" }, summary),
    words: await wordHashes(workspaceId, row, turns, settled, sensitive),
  };
}

/**
 * Settles a call that has ended: values, outcome, masks, the transcript as one document, words, all in one transaction;
 * the turns and the state of the running call go with it. Safe to repeat and to run twice at once. Answers whether the
 * call is settled now; where the model fails, the queue tries again and the call stays withheld until then.
 */
export async function settleCall(ctx: Ctx, id: string): Promise<boolean> {
  const active = activate(ctx, await openCall(ctx, id));
  if (active === null) return true;
  const { row, sealer, conversation } = active;
  const { state, turns } = conversation;
  if (state.phase !== "ended") return false;
  const attempts = await attemptsOf(ctx, id);
  let settled: Settled;
  try {
    settled = await readOut(active, attempts, ctx.signal);
  } catch (error) {
    log.warn({ callId: id, attempts, err: error }, "a call could not be settled yet");
    await tryLater(ctx, id, attempts);
    return false;
  }
  const own = systemOutcome(state);
  const fields = {
    ...(await keptFields(ctx.workspaceId, row, sealer, turns, settled)),
    ...latencies(turns),
    outcome_tag: own?.tag ?? settled.conclusion.outcome,
    outcome_successful: own?.successful ?? settled.conclusion.successful,
    pinned_sensitive: [...sensitiveOf(row)],
    redact: row.policy.recording.redact_sensitive_fields,
    settled_at: ctx.now(),
  };
  await store(ctx, row, fields);
  return true;
}

async function store(ctx: Ctx, row: FullRow, fields: Record<string, unknown>): Promise<void> {
  const { id } = row;
  await record(ctx, async (tx) => {
    const session = await tx.one(
      db
        .selectFrom("call_sessions")
        .select("call_id")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("call_id", "=", id)
        .forUpdate(),
    );
    if (session === undefined) return;
    await tx.batch(
      db
        .updateTable("calls")
        .set(fields)
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .where("settled_at", "is", null),
      db.deleteFrom("call_turns").where("workspace_id", "=", ctx.workspaceId).where("call_id", "=", id),
      db.deleteFrom("call_sessions").where("workspace_id", "=", ctx.workspaceId).where("call_id", "=", id),
      notify(id, "settled"),
      ...(row.policy.transcript.enabled ? [] : [destroySubject(ctx.workspaceId, row.subject_id)]),
    );
  });
}

async function attemptsOf(ctx: Ctx, id: string): Promise<number> {
  const row = await ctx.db.one(
    db
      .selectFrom("call_sessions")
      .select("attempts")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", id),
  );
  return row?.attempts ?? 0;
}

async function tryLater(ctx: Ctx, id: string, attempts: number): Promise<void> {
  const runAt = plusMs(ctx.now(), RETRY_MS * 2 ** attempts);
  await record(ctx, {
    run: [
      db
        .updateTable("call_sessions")
        .set({ attempts: attempts + 1 })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("call_id", "=", id),
      watch(ctx.workspaceId, id, runAt),
    ],
  });
}
