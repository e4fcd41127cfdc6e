import type { Compilable } from "kysely";
import { readAgentForCall } from "@/lib/agents/agents";
import { type FullRow, sealJson } from "@/lib/calls/calls/row";
import { buildSettledFields } from "@/lib/calls/calls/settled-fields";
import { computeUsedProviders } from "@/lib/calls/calls/used-providers";
import { initialState, type Settlement, type StoredTurn } from "@/lib/calls/conversation";
import { findSpans } from "@/lib/masking";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { createSubjectKey } from "@/lib/platform/crypto";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { TURNS } from "./fixture";
import { variedLine } from "./varied-line";

/** Conversations of a workspace that differ; finding the places of values in one costs more than sealing it. */
const CONVERSATIONS = 5;
/** Calls that are written in one round trip. */
const BATCH = 25;
const TURN_MS = 3_000;
const HOUR_MS = 3_600_000;

/** A conversation of ordinary turns, in which a sensitive value is said, read back, and said again. */
export function conversation(
  n: number,
  length = TURNS,
): { turns: StoredTurn[]; values: Settlement["values"] } {
  const account = String(48_151_600 + n * 7);
  const special: Record<number, string> = {
    0: "Hello, you are speaking with an automated assistant. What is your account number?",
    1: `It is ${[...account].join(" ")}`,
    2: "And for which day?",
    3: "On the twenty-fourth of November, please, and there will be four of us.",
    [length - 2]:
      `I have the account number ${account}, the twenty-fourth of November, four guests. Is that right?`,
    [length - 1]: `Yes, ${account} is right, thank you.`,
  };
  const turns = Array.from({ length }, (_, index): StoredTurn => {
    const caller = index % 2 === 1;
    const text = special[index] ?? variedLine(n, index);
    const start_ms = index * TURN_MS;
    const asking = index === 0 ? "account_number" : index === 2 ? "day" : null;
    return {
      index,
      role: caller ? "caller" : "agent",
      text,
      start_ms,
      end_ms: start_ms + TURN_MS - 500,
      interrupted: false,
      ...(caller ? { answers: index === 1 ? "account_number" : null } : { asking, latency_ms: 420 }),
    };
  });
  return { turns, values: { account_number: account, day: "2026-11-24", guests: 4 } };
}

/** Stores settled calls with transcripts, sealed and indexed by what the product itself settles a call with. */
export async function seedSealed(
  ctx: Ctx,
  agentId: string,
  count: number,
  turnsEach = TURNS,
): Promise<string[]> {
  const agent = await readAgentForCall(ctx, agentId, { draft: false, caller: null });
  const conclusion = { outcome: "booked", summary: "A table for four was booked.", successful: true };
  const conversations = Array.from({ length: CONVERSATIONS }, (_, n) => {
    const { turns, values } = conversation(n, turnsEach);
    const spans = findSpans(turns, values, agent.config.variables);
    return { turns, settled: { values, spans, conclusion } satisfies Settlement };
  });
  const now = ctx.now();
  const ids: string[] = [];
  let statements: Compilable<unknown>[] = [];
  for (let n = 0; n < count; n++) {
    const { turns, settled } = conversations[n % CONVERSATIONS] ?? { turns: [], settled: null };
    if (settled === null) continue;
    const at = plusMs(now, -HOUR_MS * (n + 1));
    const id = newId("call", Date.parse(at));
    const { sealer, insert } = await createSubjectKey(ctx.workspaceId, id, at);
    const metadata = sealJson(sealer, id, "metadata", { order: `order-${n}` });
    const row = {
      id,
      created_at: at,
      settled_at: null,
      metadata,
      config: agent.config,
      draft: agent.config,
      policy: agent.policy,
      pinned_sensitive: [],
      sensitive_marks: {},
    } as unknown as FullRow;
    const state = { ...initialState(settled.values), phase: "ended", endReason: "agent_ended" } as const;
    const used = computeUsedProviders(row, turns, {
      failures: [],
      startedAtMs: Date.parse(at),
      durationMs: 0,
    });
    const fields = await buildSettledFields(
      ctx.workspaceId,
      row,
      sealer,
      { state, turns, refusedRecording: false },
      settled,
      used,
    );
    const took = turnsEach * TURN_MS;
    statements.push(
      insert,
      db.insertInto("calls").values({
        ...fields,
        id,
        workspace_id: ctx.workspaceId,
        environment: ctx.environment,
        agent_id: agentId,
        agent_version: agent.version,
        channel: "chat",
        direction: "inbound",
        status: "completed",
        end_reason: "agent_ended",
        subject_id: id,
        recording: json({ state: "disabled" }),
        created_at: at,
        started_at: at,
        answered_at: at,
        ended_at: plusMs(at, took),
        settled_at: plusMs(at, took + 900),
        duration_ms: took,
      }),
    );
    ids.push(id);
    if (statements.length >= BATCH * 2) {
      await writeUnaudited(ctx, { run: statements });
      statements = [];
    }
  }
  if (statements.length > 0) await writeUnaudited(ctx, { run: statements });
  return ids;
}
