import { readAgent } from "@/lib/agents/agents";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, violatedConstraint } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { newRevision } from "@/lib/platform/if-match";
import { caseProblems } from "./case-problems";
import { requireAdminForRequirement } from "./require-admin";
import { openCases, sealCases, suiteAuditView, suiteDigest, toSuite } from "./row";
import type { CreateSuite, Suite } from "./schema";

/** Suites of one agent: each required one is read at a deploy. */
const MAX_SUITES = 50;

export const suiteNameTaken = () => new AppError("suite_name_taken");

/**
 * Creates a suite. Throws `not_found` for an unknown agent, `validation_error` for cases that the agent cannot run, and
 * `conflict` if the name is taken or the agent has too many suites.
 */
export async function createSuite(ctx: Ctx, input: CreateSuite): Promise<Suite> {
  const { workspaceId } = ctx;
  requireAdminForRequirement(ctx, false, input.required);
  await caseProblems(ctx, await readAgent(ctx, input.agent_id), input.cases);
  const now = ctx.now();
  const id = newId("ste", Date.parse(now));
  const sealer = await workspaceSealer(workspaceId);
  const cases = sealCases(sealer, id, input.cases);
  const row = {
    id,
    agent_id: input.agent_id,
    name: input.name,
    is_required: input.required,
    repetitions: input.repetitions,
    min_pass_percent: input.min_pass_percent,
    case_count: input.cases.length,
    digest: suiteDigest(input),
    revision: newRevision(),
    created_at: now,
    updated_at: now,
  };
  try {
    await writeAudited(ctx, async (tx) => {
      const existing = await tx.first(
        db
          .selectFrom("suites")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("workspace_id", "=", workspaceId)
          .where("agent_id", "=", input.agent_id),
      );
      if ((existing?.count ?? 0) >= MAX_SUITES)
        throw new AppError("too_many_suites", { params: { max: MAX_SUITES } });
      await tx.all(db.insertInto("suites").values({ ...row, workspace_id: workspaceId, cases }));
      return {
        result: undefined,
        audit: { action: "suite.created", target: id, after: suiteAuditView(row) },
      };
    });
  } catch (error) {
    throw violatedConstraint(error) === null ? error : suiteNameTaken();
  }
  return toSuite(row, openCases(sealer, { id, cases }));
}
