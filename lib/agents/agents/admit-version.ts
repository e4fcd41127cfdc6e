import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx } from "@/lib/platform/db";
import { AppError, validationError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import { enqueue } from "@/lib/platform/jobs";
import type { DeployCandidate } from "./deploy-candidate";
import { deployProblems } from "./deploy-check";
import { digestOf } from "./digest";
import { requireSuiteOverride } from "./permissions";
import { type AgentRow, orNotFound, selectAgent } from "./read";
import { reindexJob } from "./reindex-job";
import { openSuiteProblems, readOpenSuites } from "./required-suites";
import { insertRollback } from "./rollbacks";
import type { AgentConfig } from "./schema";
import { type SensitiveMarks, updateMarks } from "./sensitive";
import { agentConfigDocument } from "./stored-documents";
import { requireNotArchived } from "./update";
import { liveConfig, nextVersion } from "./versions";

/** Locks an agent whose live version changes. Throws `not_found`, `precondition_failed`, and `invalid_state` for an archived agent. */
export async function lockAgentToDeploy(tx: Tx, ctx: Ctx, id: string, ifMatch: IfMatch): Promise<AgentRow> {
  const row = orNotFound(await tx.first(selectAgent(ctx.workspaceId, id).forNoKeyUpdate()));
  requireMatch(ifMatch, row, "agent");
  requireNotArchived(row);
  return row;
}

/** Throws `invalid_state` while a traffic split runs, as its comparison needs both versions until it ends. */
export function requireNoSplit({ split_id: splitId }: Pick<AgentRow, "split_id">): void {
  if (splitId !== null) throw new AppError("traffic_split_running");
}

/** The result of the checks before a configuration takes calls. */
export type Admission = {
  /** The configuration that new calls run before the change; null for an agent that is not live. */
  running: AgentConfig | null;
  marks: SensitiveMarks;
  /** The part of the audit entry about overridden suites; null if none was. */
  override: { overridden_suites: string[]; override_suites_reason: string } | null;
};

/**
 * Throws `invalid_state` with each required suite that has no passed run, unless an owner overrides it with a reason.
 */
async function requireSuites(
  tx: Tx,
  ctx: Ctx,
  agentId: string,
  candidate: DeployCandidate,
  reason: string | undefined,
): Promise<Admission["override"]> {
  const open = await readOpenSuites(tx, ctx.workspaceId, agentId, candidate);
  if (open.length === 0) return null;
  if (reason === undefined) throw new AppError("required_suites_open", { details: openSuiteProblems(open) });
  requireSuiteOverride(ctx);
  return { overridden_suites: open.map(({ id }) => id), override_suites_reason: reason };
}

/**
 * Checks a configuration before it takes calls: at a deploy, a rollback, the start of a traffic split and the promotion of its
 * candidate. The agent's row must be locked. Throws `validation_error` with all problems, and `invalid_state` with each required
 * suite that has no passed run, unless an owner overrides it with a reason.
 */
export async function admitVersion(
  tx: Tx,
  ctx: Ctx,
  row: AgentRow,
  candidate: DeployCandidate,
  overrideReason: string | undefined,
): Promise<Admission> {
  const problems = await deployProblems(tx, ctx.workspaceId, candidate.config, row.id);
  if (problems.length > 0) throw validationError(problems);
  const override = await requireSuites(tx, ctx, row.id, candidate, overrideReason);
  const running = await liveConfig(tx, ctx.workspaceId, row);
  // An older version can mark variables that neither the draft nor the running version marks.
  const before = running === null ? [row.draft] : [row.draft, running];
  return { running, marks: updateMarks(row.sensitive_marks, before, candidate.config, ctx.now()), override };
}

/** Freezes the draft as the next version. Returns its number. The agent's row must be locked. */
export async function freezeDraft(
  tx: Tx,
  ctx: Ctx,
  row: AgentRow,
  { config, digest }: Pick<DeployCandidate, "config" | "digest">,
  note: string | null,
): Promise<number> {
  const version = await nextVersion(tx, ctx.workspaceId, row.id);
  await tx.all(
    db.insertInto("agent_versions").values({
      workspace_id: ctx.workspaceId,
      agent_id: row.id,
      version,
      config: json(agentConfigDocument.write(config, config)),
      digest,
      note,
      created_at: ctx.now(),
      created_by: ctx.actor.id,
    }),
  );
  return version;
}

/** Freezes the draft as the next version, or records that an existing version goes live again. Returns the number. */
export async function recordVersion(
  tx: Tx,
  ctx: Ctx,
  row: AgentRow,
  candidate: DeployCandidate,
  note: string | null,
): Promise<number> {
  const { version } = candidate;
  if (version === null) return freezeDraft(tx, ctx, row, candidate, note);
  await tx.all(insertRollback(ctx, { agentId: row.id, version, note }));
  return version;
}

/** Writes what a deploy or a traffic split changes of a locked agent. Returns the row with its new revision. */
export async function writeDeployedAgent(tx: Tx, ctx: Ctx, row: AgentRow, next: AgentRow): Promise<AgentRow> {
  const isMarked = digestOf(next.sensitive_marks) !== digestOf(row.sensitive_marks);
  const [[updated]] = await tx.batch(
    db
      .updateTable("agents")
      .set({
        status: next.status,
        live_version: next.live_version,
        live_digest: next.live_digest,
        split_id: next.split_id,
        candidate_version: next.candidate_version,
        candidate_percent: next.candidate_percent,
        sensitive_marks: json(next.sensitive_marks),
        updated_at: next.updated_at,
        deployed_at: next.deployed_at,
      })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", row.id)
      .returning("revision"),
    ...(isMarked ? [enqueue(...reindexJob(ctx, row.id))] : []),
  );
  return { ...next, revision: revisionOf(updated) };
}
