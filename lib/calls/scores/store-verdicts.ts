import { sql } from "kysely";
import type { VersionedCriterion } from "@/lib/agents/scorecards/schema";
import { appendUsage, type CallForJudge, type UsageEntry } from "@/lib/calls/calls";
import { lockCallForText } from "@/lib/calls/comments";
import type { Verdict } from "@/lib/calls/judge";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { hasPassed, scoreFieldRef } from "./row";

/** The answers of a judge to the criteria of a call. */
export type JudgedCall = {
  callId: string;
  call: CallForJudge;
  model: string;
  verdicts: readonly { criterion: VersionedCriterion; verdict: Verdict }[];
  /** Use of the model, which the call's cost counts. */
  usage: readonly UsageEntry[];
};

function buildRow(ctx: Ctx, sealer: Sealer, judged: JudgedCall, at: number) {
  const item = judged.verdicts[at] as JudgedCall["verdicts"][number];
  const { criterion, verdict } = item;
  const { callId, call, model } = judged;
  const answer = verdict.state === "judged" ? verdict : null;
  const value = answer?.value ?? null;
  const key = { callId, criterion: criterion.name, version: criterion.version };
  return {
    workspace_id: ctx.workspaceId,
    call_id: callId,
    criterion: criterion.name,
    version: criterion.version,
    agent_id: call.agent_id,
    agent_version: call.agent_version,
    environment: call.environment,
    called_at: call.created_at,
    kind: criterion.kind,
    state: verdict.state,
    problem: verdict.state === "not_judged" ? verdict.problem : null,
    value,
    passed: hasPassed(criterion, value),
    content:
      answer === null
        ? null
        : sealer.seal(scoreFieldRef(key), JSON.stringify({ reason: answer.reason, text: answer.text })),
    model,
    judged_at: ctx.now(),
  };
}

/**
 * Stores the answers of a judge with their use. A repetition replaces them, except by the failure of a judge; a
 * member's mark stays. Throws `not_found`, and
 * `invalid_state` for a call whose content is gone meanwhile.
 */
export async function storeVerdicts(ctx: Ctx, judged: JudgedCall): Promise<void> {
  await writeUnaudited(ctx, async (tx) => {
    const sealer = await lockCallForText(tx, ctx, judged.callId);
    const rows = judged.verdicts.map((_, at) => buildRow(ctx, sealer, judged, at));
    if (rows.length > 0)
      await tx.all(
        db
          .insertInto("call_scores")
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(["workspace_id", "call_id", "criterion", "version"])
              .doUpdateSet((eb) => ({
                state: eb.ref("excluded.state"),
                problem: eb.ref("excluded.problem"),
                value: eb.ref("excluded.value"),
                passed: eb.ref("excluded.passed"),
                content: eb.ref("excluded.content"),
                model: eb.ref("excluded.model"),
                judged_at: eb.ref("excluded.judged_at"),
              }))
              .where((eb) =>
                eb.or([eb("excluded.state", "=", "judged"), eb("call_scores.state", "!=", "judged")]),
              ),
          ),
      );
    if (judged.usage.length > 0)
      await tx.all(
        db
          .updateTable("calls")
          .set({ usage: appendUsage(sql`usage`, judged.usage) })
          .where("workspace_id", "=", ctx.workspaceId)
          .where("id", "=", judged.callId),
      );
  });
}
