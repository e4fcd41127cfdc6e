import { selectScorecard, toScorecard } from "@/lib/agents/scorecards";
import type { VersionedCriterion } from "@/lib/agents/scorecards/schema";
import { lockCallForText } from "@/lib/calls/comments";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { readCallScores } from "./read";
import { markAuditView, selectScores, toPoints } from "./row";
import type { CallScores, MarkScore } from "./schema";

/** Throws `invalid_state` for a value that is not an answer to the criterion. */
function checkMark(criterion: VersionedCriterion, value: boolean | number): void {
  if (criterion.kind === "text") throw new AppError("criterion_without_points");
  const isAnswer =
    criterion.kind === "yes_no"
      ? typeof value === "boolean"
      : typeof value === "number" && value >= criterion.min && value <= criterion.max;
  if (!isAnswer) throw new AppError("mark_outside_criterion");
}

const selectMarkedCall = (ctx: Ctx, callId: string) =>
  db
    .selectFrom("calls")
    .select(["agent_id", "agent_version", "environment", "created_at", "settled_at"])
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment)
    .where("id", "=", callId);

async function readMarkedCall(tx: Tx, ctx: Ctx, callId: string) {
  const call = await tx.first(selectMarkedCall(ctx, callId));
  if (call === undefined) throw notFound();
  if (call.settled_at === null) throw new AppError("call_not_settled");
  return call;
}

/**
 * Stores a member's answer to a current criterion of a call, or removes it, and returns the call's scores. The judge is compared
 * with it. Throws `not_found` for an unknown call or criterion, and `invalid_state` for an answer of another kind and for a call
 * that is not settled or has no content.
 */
export async function markScore(
  ctx: Ctx,
  { id: callId, criterion: name }: { id: string; criterion: string },
  { value }: MarkScore,
): Promise<CallScores> {
  const { workspaceId } = ctx;
  await writeAudited(ctx, async (tx) => {
    const call = await readMarkedCall(tx, ctx, callId);
    await lockCallForText(tx, ctx, callId);
    const scorecard = toScorecard(call.agent_id, await tx.first(selectScorecard(workspaceId, call.agent_id)));
    const criterion = scorecard.criteria.find((candidate) => candidate.name === name);
    if (criterion === undefined) throw new AppError("criterion_unknown");
    if (value !== null) checkMark(criterion, value);
    const { version, kind } = criterion;
    const existing = await tx.first(
      selectScores(workspaceId, callId).where("criterion", "=", name).where("version", "=", version),
    );
    const points = value === null ? null : toPoints(value);
    const before = existing?.marked_value ?? null;
    if (points === before) return { result: undefined, audit: null };
    const mark = {
      marked_value: points,
      marked_by: points === null ? null : ctx.actor.id,
      marked_at: points === null ? null : ctx.now(),
    };
    await tx.all(
      db
        .insertInto("call_scores")
        .values({
          workspace_id: workspaceId,
          call_id: callId,
          criterion: name,
          version,
          agent_id: call.agent_id,
          agent_version: call.agent_version,
          environment: call.environment,
          called_at: call.created_at,
          kind,
          state: "pending",
          ...mark,
        })
        .onConflict((conflict) =>
          conflict.columns(["workspace_id", "call_id", "criterion", "version"]).doUpdateSet(mark),
        ),
    );
    const key = { criterion: name, version };
    return {
      result: undefined,
      audit: {
        action: "score.marked",
        target: callId,
        before: markAuditView(callId, key, before),
        after: markAuditView(callId, key, points),
      },
    };
  });
  return readCallScores(ctx, callId);
}
