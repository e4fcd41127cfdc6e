import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx } from "@/lib/platform/db";
import { bodyError, validationError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import { enqueue } from "@/lib/platform/jobs";
import { auditView } from "./audit-view";
import { deployProblems } from "./deploy-check";
import { digestOf } from "./digest";
import { type AgentRow, orNotFound, selectAgent, toAgent } from "./read";
import { reindexJob } from "./reindex-job";
import type { Agent, AgentConfig, DeployAgent } from "./schema";
import { updateMarks } from "./sensitive";
import { agentConfigDocument } from "./stored-documents";
import { requireNotArchived } from "./update";
import { liveConfig, nextVersion, selectVersion } from "./versions";

/** The configuration to deploy. `version` is null for a draft without a number. */
type Candidate = { version: number | null; config: AgentConfig; digest: string };

async function candidate(tx: Tx, ctx: Ctx, row: AgentRow, version: number | undefined): Promise<Candidate> {
  if (version === undefined) return { version: null, config: row.draft, digest: row.draft_digest };
  const frozen = await tx.first(selectVersion(ctx.workspaceId, row.id, version));
  if (frozen !== undefined)
    return { version, config: agentConfigDocument.read(frozen.config), digest: frozen.digest };
  throw bodyError("/version", "unknown_version", "The agent has no such version.");
}

/** Whether the agent already runs this configuration, so that nothing changes. */
const isRunning = (row: AgentRow, { version, digest }: Candidate): boolean =>
  row.status === "live" && (version === null ? row.live_digest === digest : row.live_version === version);

async function freeze(tx: Tx, ctx: Ctx, row: AgentRow, { config, digest }: Candidate): Promise<number> {
  const version = await nextVersion(tx, ctx.workspaceId, row.id);
  await tx.all(
    db.insertInto("agent_versions").values({
      workspace_id: ctx.workspaceId,
      agent_id: row.id,
      version,
      config: json(agentConfigDocument.write(config, config)),
      digest,
      created_at: ctx.now(),
      created_by: ctx.actor.id,
    }),
  );
  return version;
}

/**
 * Makes an agent live: with the draft, frozen as the next version, or with an older version, which rolls back
 * and keeps the draft. Deploying the running configuration returns the agent unchanged. Throws `not_found`,
 * `precondition_failed`, `invalid_state` for an archived agent, and `validation_error` with all problems. The agent's row is locked,
 * so the second of two concurrent deploys sees the result of the first.
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
    const next = await candidate(tx, ctx, row, input.version);
    if (isRunning(row, next)) return { result: toAgent(row), audit: null };
    const problems = await deployProblems(tx, ctx.workspaceId, next.config);
    if (problems.length > 0) throw validationError(problems);

    const running = await liveConfig(tx, ctx.workspaceId, row);
    const now = ctx.now();
    const live: AgentRow = {
      ...row,
      status: "live",
      live_version: next.version ?? (await freeze(tx, ctx, row, next)),
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
        after: { ...auditView(live), live_digest: live.live_digest },
      },
    };
  });
}
