import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealers } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { isCountedCall } from "./counted-call";
import type { CallItem } from "./schema";
import { openTranscript } from "./sealed-transcript";
import type { FAILURE_REASONS } from "./values";

/** Calls of earlier configurations say little about the present one. */
const PERIOD_MS = 30 * 24 * 3_600_000;
/** Newest calls of the agent whose transcripts are opened: each takes about a millisecond. */
const MAX_CALLS_READ = 200;
/** Turns that were not understood before it counts as a reason: a single one is usual on a bad line. */
const MIN_NOT_UNDERSTOOD = 2;
/** Share of the caller's turns that were not understood from which a call counts. */
const LOW_UNDERSTANDING = 0.25;

const ERRORS: readonly string[] = ["model_error", "tool_error", "carrier_error"];

type FailureReason = (typeof FAILURE_REASONS)[number];

type Facts = {
  end_reason: string | null;
  outcome_successful: boolean | null;
  callerTurns: number;
  notUnderstood: number;
};

/** The reason for which a settled call failed; null if it did not. */
export function failureReasonOf({
  end_reason: endReason,
  outcome_successful: isSuccessful,
  callerTurns,
  notUnderstood,
}: Facts): FailureReason | null {
  if (endReason !== null && ERRORS.includes(endReason)) return "error";
  const isMisunderstood = notUnderstood >= MIN_NOT_UNDERSTOOD;
  if (isMisunderstood && endReason === "transferred") return "transferred_after_misunderstandings";
  if (isMisunderstood && notUnderstood / callerTurns >= LOW_UNDERSTANDING) return "low_understanding";
  if (endReason === "caller_hung_up" && isSuccessful !== true) return "hung_up";
  return isSuccessful === false ? "outcome_failed" : null;
}

/** A failed call without any words, values or numbers of it. */
export type FailedCall = Pick<CallItem, "id" | "channel" | "created_at"> & {
  end_reason: string | null;
  outcome_tag: string | null;
  reason: FailureReason;
  callerTurns: number;
  notUnderstood: number;
};

const selectRecentCalls = ({ workspaceId, environment, now }: Ctx, agentId: string) =>
  db
    .selectFrom("calls")
    .select([
      "calls.id",
      "calls.channel",
      "calls.created_at",
      "calls.subject_id",
      "calls.end_reason",
      "calls.outcome_tag",
      "calls.outcome_successful",
      "calls.transcript",
    ])
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "=", environment)
    .where("calls.agent_id", "=", agentId)
    .where("calls.created_at", ">", plusMs(now(), -PERIOD_MS))
    .where("calls.settled_at", "is not", null)
    .where("calls.erased_at", "is", null)
    .where("calls.transcript", "is not", null)
    .where(isCountedCall())
    .orderBy("calls.created_at", "desc")
    .orderBy("calls.id", "desc")
    .limit(MAX_CALLS_READ);

/**
 * Reads the newest calls of an agent that failed, of the last 30 days and of its last 200 calls with a transcript, except those
 * with these IDs. A call whose key is destroyed, and one whose transcript was not read for values, is left out.
 */
export async function readFailedCalls(
  ctx: Ctx,
  agentId: string,
  excludedIds: ReadonlySet<string>,
): Promise<FailedCall[]> {
  const rows = (await ctx.db.all(selectRecentCalls(ctx, agentId))) as unknown as (CallItem & {
    subject_id: string;
    transcript: Buffer;
    outcome_tag: string | null;
    outcome_successful: boolean | null;
  })[];
  const candidates = rows.filter(({ id }) => !excludedIds.has(id));
  const sealers = await subjectSealers(ctx.workspaceId, [
    ...new Set(candidates.map(({ subject_id: subject }) => subject)),
  ]);
  return candidates.flatMap((row): FailedCall[] => {
    const sealer = sealers.get(row.subject_id);
    if (sealer === undefined) return [];
    const { turns, spans } = openTranscript(row, sealer);
    if (spans === null) return [];
    const callerTexts = turns.flatMap(({ role, text }) => (role === "caller" ? [text] : []));
    const counts = {
      callerTurns: callerTexts.length,
      notUnderstood: callerTexts.filter((text) => text === NOT_UNDERSTOOD_TEXT).length,
    };
    const reason = failureReasonOf({ ...row, ...counts });
    if (reason === null) return [];
    const { id, channel, created_at, end_reason, outcome_tag } = row;
    return [{ id, channel, created_at, end_reason, outcome_tag, reason, ...counts }];
  });
}
