import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx } from "@/lib/platform/db";
import { AppError, validationError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import { enqueue } from "@/lib/platform/jobs";
import { auditView } from "./audit-view";
import { type DeployCandidate, isRunning, readCandidate } from "./deploy-candidate";
import { deployProblems } from "./deploy-check";
import { digestOf } from "./digest";
import { requireSuiteOverride } from "./permissions";
import { type AgentRow, orNotFound, selectAgent, toAgent } from "./read";
import { reindexJob } from "./reindex-job";
import { openSuiteProblems, readOpenSuites } from "./required-suites";
import { insertRollback } from "./rollbacks";
import type { Agent, DeployAgent } from "./schema";
import { updateMarks } from "./sensitive";
import { agentConfigDocument } from "./stored-documents";
import { requireNotArchived } from "./update";
import { liveConfig, nextVersion } from "./versions";

/** Freezes the draft as the next version, or records that an existing version goes live again. Returns the number. */
async function recordVersion(
  tx: Tx,
  ctx: Ctx,
  row: AgentRow,
  { version: existing, config, digest, note }: DeployCandidate & { note: string | null },
): Promise<number> {
  if (existing !== null) {
    await tx.all(insertRollback(ctx, { agentId: row.id, version: existing, note }));
    return existing;
  }
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

/**
 * Throws `invalid_state` with each required suite that has no passed run, unless an owner overrides it with a reason. Returns the
 * IDs of the suites that are overridden.
 */
async function requireSuites(
  tx: Tx,
  ctx: Ctx,
  agentId: string,
  candidate: DeployCandidate,
  overrideReason: string | undefined,
): Promise<string[]> {
  const open = await readOpenSuites(tx, ctx.workspaceId, agentId, candidate);
  if (open.length === 0) return [];
  if (overrideReason === undefined)
    throw new AppError("required_suites_open", { details: openSuiteProblems(open) });
  requireSuiteOverride(ctx);
  return open.map(({ id }) => id);
}

/**
 * Makes an agent live: with the draft, frozen as the next version, or with an older version, which rolls back
 * and keeps the draft. Deploying the running configuration returns the agent unchanged, and drops the note.
 * Throws `not_found`, `precondition_failed`, `invalid_state` for an archived agent and for one whose required
 * suites have not passed, and `validation_error` with all problems. The agent's row is locked, so the second of two concurrent deploys sees the result of the first.
 */
export async function deployAgent(
  ctx: Ctx,
  id: string,
  input: DeployAgent = {},
  ifMatch: IfMatch = null,
): Promise<Agent> {
  return writeAudited(ctx, async (tx) => {
    const row = orNotFound(await tx.first(selectAgent(ctx.workspaceId, id).forNoKeyUpdate()));
    requireMatch(ifMatch, row, "agent");
    requireNotArchived(row);
    const next = await readCandidate(tx, ctx.workspaceId, row, input.version);
    if (isRunning(row, next)) return { result: toAgent(row), audit: null };
    const problems = await deployProblems(tx, ctx.workspaceId, next.config, id);
    if (problems.length > 0) throw validationError(problems);

    const overridden = await requireSuites(tx, ctx, id, next, input.override_suites_reason);

    const running = await liveConfig(tx, ctx.workspaceId, row);
    const now = ctx.now();
    const live: AgentRow = {
      ...row,
      status: "live",
      live_version: await recordVersion(tx, ctx, row, { ...next, note: input.note ?? null }),
      live_digest: next.digest,
      // An older version can mark variables that neither the draft nor the running version marks.
      sensitive_marks: updateMarks(
        row.sensitive_marks,
        running === null ? [row.draft] : [row.draft, running],
        next.config,
        now,
      ),
      updated_at: now,
      deployed_at: now,
    };
    const marked = digestOf(live.sensitive_marks) !== digestOf(row.sensitive_marks);
    const [[updated]] = await tx.batch(
      db
        .updateTable("agents")
        .set({
          status: live.status,
          live_version: live.live_version,
          live_digest: live.live_digest,
          sensitive_marks: json(live.sensitive_marks),
          updated_at: now,
          deployed_at: now,
        })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .returning("revision"),
      ...(marked ? [enqueue(...reindexJob(ctx, id))] : []),
    );
    return {
      result: toAgent({ ...live, revision: revisionOf(updated) }),
      audit: {
        action: "agent.deployed",
        target: id,
        before: auditView(row),
        after: {
          ...auditView(live),
          live_digest: live.live_digest,
          ...(overridden.length > 0 && {
            overridden_suites: overridden,
            override_suites_reason: input.override_suites_reason ?? null,
          }),
        },
      },
    };
  });
}
