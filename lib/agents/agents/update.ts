import { withAdjustedAnnouncement } from "@/lib/platform/announcements";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { AppError, validationError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import { enqueue } from "@/lib/platform/jobs";
import { auditView, changedFields } from "./audit-view";
import { checkConfig } from "./check";
import { applyOverrides, applyPatch } from "./defaults";
import { digestOf } from "./digest";
import { policyProblems } from "./language";
import { requireDisclosurePermission, requireLiveChangePermission } from "./permissions";
import { type AgentRow, orNotFound, selectAgent, toAgent } from "./read";
import { reindexJob } from "./reindex-job";
import type { Agent, AgentConfig, UpdateAgent } from "./schema";
import { updateMarks } from "./sensitive";
import { agentConfigDocument, agentPolicyDocument } from "./stored-documents";
import { transferTargetProblems } from "./transfer-target-check";
import { liveConfig } from "./versions";

/** Throws `invalid_state` if the agent is archived. */
export function requireNotArchived(row: AgentRow): void {
  if (row.status === "archived") throw new AppError("agent_archived");
}

/**
 * The digest of a changed draft. A draft that is as stored, or as live, keeps that digest: it was computed from the
 * fields of its release, and `row.draft` and `live` are read with the fields of this one.
 */
function draftDigest(row: AgentRow, live: AgentConfig | null, draft: AgentConfig): string {
  const digest = digestOf(draft);
  if (digest === digestOf(row.draft)) return row.draft_digest;
  const isLive = live !== null && digest === digestOf(live);
  return isLive && row.live_digest !== null ? row.live_digest : digest;
}

function applyUpdate(row: AgentRow, live: AgentConfig | null, input: UpdateAgent, now: string): AgentRow {
  const draft = applyPatch(row.draft, input);
  return {
    ...row,
    name: draft.name,
    draft,
    draft_digest: draftDigest(row, live, draft),
    policy: {
      recording: withAdjustedAnnouncement(applyOverrides(row.policy.recording, input.recording)),
      transcript: applyOverrides(row.policy.transcript, input.transcript),
    },
    sensitive_marks: updateMarks(row.sensitive_marks, [row.draft], draft, now),
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
 * Changes the draft, and the policy, which takes effect immediately (product.md, "Agents"). A request without
 * changes writes nothing. Throws `not_found`, `precondition_failed`, `validation_error`, `invalid_state` for an
 * archived agent, and `forbidden` if the actor cannot change live calls or switch off the disclosure.
 */
export async function updateAgent(
  ctx: Ctx,
  id: string,
  input: UpdateAgent,
  ifMatch: IfMatch = null,
): Promise<Agent> {
  return writeAudited(ctx, async (tx) => {
    const row = orNotFound(await tx.first(selectAgent(ctx.workspaceId, id).forNoKeyUpdate()));
    requireMatch(ifMatch, row, "agent");
    requireNotArchived(row);
    const live = await liveConfig(tx, ctx.workspaceId, row);
    const next = applyUpdate(row, live, input, ctx.now());
    const isUnchanged =
      next.draft_digest === row.draft_digest && digestOf(next.policy) === digestOf(row.policy);
    if (isUnchanged) return { result: toAgent(row), audit: null };
    requireDisclosurePermission(ctx, row.draft.disclosure.enabled, next.draft.disclosure.enabled);
    requireLiveChangePermission(ctx, { row, live }, next);
    const problems = [
      ...checkConfig(next.draft),
      ...policyProblems(live, row.policy, next.policy),
      // Other changes can be saved after a trunk was disconnected. The deploy reports it.
      ...(input.transfer_targets === undefined
        ? []
        : await transferTargetProblems(tx, ctx.workspaceId, next.draft, id)),
    ];
    if (problems.length > 0) throw validationError(problems);
    const marked = digestOf(next.sensitive_marks) !== digestOf(row.sensitive_marks);
    const [[updated]] = await tx.batch(
      db
        .updateTable("agents")
        .set({
          name: next.name,
          draft: json(agentConfigDocument.write(next.draft, row.draft)),
          draft_digest: next.draft_digest,
          policy: json(agentPolicyDocument.write(next.policy, row.policy)),
          sensitive_marks: json(next.sensitive_marks),
          updated_at: next.updated_at,
        })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .returning("revision"),
      ...(marked ? [enqueue(...reindexJob(ctx, id))] : []),
    );
    return { result: toAgent({ ...next, revision: revisionOf(updated) }), audit: events(row, next) };
  });
}
