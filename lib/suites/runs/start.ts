import { agentConfigDocument, readAgentForSuite } from "@/lib/agents/agents";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, json } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { openCases, selectSuite } from "../suites";
import { readRun } from "./read";
import { sealRunCases } from "./row";
import type { StartRun, SuiteRun } from "./schema";

/** Runs of a workspace that wait or run at once. Each holds hundreds of conversations. */
const MAX_ACTIVE = 5;

/**
 * Starts a run of a suite with the agent's draft or one of its versions. The run holds the suite's current cases, also if they
 * change meanwhile. Throws `not_found`, and `conflict` if the workspace has too many active runs.
 */
export async function startRun(ctx: Ctx, suiteId: string, { version }: StartRun): Promise<SuiteRun> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const id = newId("run", Date.parse(now));
  const sealer = await workspaceSealer(workspaceId);
  await writeAudited(ctx, async (tx) => {
    const suite = await tx.first(selectSuite(workspaceId, suiteId).forNoKeyUpdate());
    if (suite === undefined) throw notFound();
    const active = await tx.first(
      db
        .selectFrom("suite_runs")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("workspace_id", "=", workspaceId)
        .where("state", "in", ["queued", "running"]),
    );
    if ((active?.count ?? 0) >= MAX_ACTIVE)
      throw new AppError("too_many_suite_runs", { params: { max: MAX_ACTIVE } });
    const { config, digest } = await readAgentForSuite(ctx, suite.agent_id, version);
    const cases = openCases(sealer, suite);
    const run = {
      id,
      workspace_id: workspaceId,
      suite_id: suiteId,
      agent_version: version ?? null,
      config: json(agentConfigDocument.write(config, config)),
      config_digest: digest,
      cases: sealRunCases(sealer, id, cases),
      suite_digest: suite.digest,
      repetitions: suite.repetitions,
      min_pass_percent: suite.min_pass_percent,
      total: cases.length * suite.repetitions,
      created_by: ctx.actor.id,
      created_at: now,
    };
    await tx.batch(
      db.insertInto("suite_runs").values(run),
      enqueue("suite.run", { workspaceId, runId: id }, { key: `suite:${id}`, runAt: now }),
    );
    const after = { suite_id: suiteId, agent_version: run.agent_version, config_digest: run.config_digest };
    return { result: undefined, audit: { action: "suite_run.started", target: id, after } };
  });
  return readRun(ctx, suiteId, id);
}
