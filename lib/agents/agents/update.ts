import { withFittingAnnouncement } from "@/lib/platform/announcements";
import { type AuditEvent, mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { AppError, validationError } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { auditView, changedFields } from "./audit-view";
import { checkConfig } from "./check";
import { over, toVariables } from "./defaults";
import { digestOf } from "./digest";
import { policyProblems } from "./language";
import { mayActAtOnce, mayDisclose } from "./permissions";
import { type AgentRow, found, selectAgent, toAgent } from "./read";
import { reindexJob } from "./reindex-job";
import type { Agent, AgentConfig, UpdateAgent } from "./schema";
import { marksAfter } from "./sensitive";
import { liveConfig } from "./versions";

/** Refuses whatever would change an archived agent. */
export function refuseArchived(row: AgentRow): void {
  if (row.status === "archived")
    throw new AppError("invalid_state", "The agent is archived. Duplicate it to go on from it.");
}

/** The draft with a request's fields in it: `disclosure` merges, lists replace. */
function patched(draft: AgentConfig, input: UpdateAgent): AgentConfig {
  const { recording: _, transcript: __, disclosure, variables, ...given } = input;
  return {
    ...over(draft, given),
    disclosure: over(draft.disclosure, disclosure),
    variables: variables === undefined ? draft.variables : toVariables(variables),
  };
}

function after(row: AgentRow, input: UpdateAgent, now: string): AgentRow {
  const draft = patched(row.draft, input);
  return {
    ...row,
    name: draft.name,
    draft,
    draft_digest: digestOf(draft),
    policy: {
      recording: withFittingAnnouncement(over(row.policy.recording, input.recording)),
      transcript: over(row.policy.transcript, input.transcript),
    },
    sensitive_marks: marksAfter(row.sensitive_marks, [row.draft], draft, now),
    updated_at: now,
  };
}

function events(before: AgentRow, next: AgentRow): AuditEvent[] {
  const target = before.id;
  const changed = [
    ...changedFields(before.draft, next.draft),
    ...(["recording", "transcript"] as const).filter(
      (part) => digestOf(before.policy[part]) !== digestOf(next.policy[part]),
    ),
  ];
  const updated: AuditEvent = {
    action: "agent.updated",
    target,
    before: auditView(before),
    after: { ...auditView(next), changed },
  };
  const silenced = before.draft.disclosure.enabled && !next.draft.disclosure.enabled;
  return silenced ? [updated, { action: "agent.disclosure_disabled", target }] : [updated];
}

/**
 * Changes the draft, and the policy, which acts at once (product.md, "Agents"). A request that changes nothing leaves
 * no trace. Throws `not_found`, `validation_error`, `invalid_state` for an archived agent, and `forbidden` where the
 * change acts on live calls or switches the disclosure off and its maker may not.
 */
export async function updateAgent(ctx: Ctx, id: string, input: UpdateAgent): Promise<Agent> {
  return mutate(ctx, async (tx) => {
    const row = found(await tx.one(selectAgent(ctx.workspaceId, id).forUpdate()));
    refuseArchived(row);
    const next = after(row, input, ctx.now());
    const same = next.draft_digest === row.draft_digest && digestOf(next.policy) === digestOf(row.policy);
    if (same) return { result: toAgent(row), audit: null };
    mayDisclose(ctx, row.draft.disclosure.enabled, next.draft.disclosure.enabled);
    const live = await liveConfig(tx, ctx.workspaceId, row);
    mayActAtOnce(ctx, { row, live }, next);
    const problems = [...checkConfig(next.draft), ...policyProblems(live, row.policy, next.policy)];
    if (problems.length > 0) throw validationError(problems);
    const marked = digestOf(next.sensitive_marks) !== digestOf(row.sensitive_marks);
    await tx.batch(
      db
        .updateTable("agents")
        .set({
          name: next.name,
          draft: json(next.draft),
          draft_digest: next.draft_digest,
          policy: json(next.policy),
          sensitive_marks: json(next.sensitive_marks),
          updated_at: next.updated_at,
        })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
      ...(marked ? [enqueue(...reindexJob(ctx, id))] : []),
    );
    return { result: toAgent(next), audit: events(row, next) };
  });
}
