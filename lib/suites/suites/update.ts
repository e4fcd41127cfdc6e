import { readAgent } from "@/lib/agents/agents";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, violatedConstraint } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import { caseProblems } from "./case-problems";
import { suiteNameTaken } from "./create";
import { requireAdminForRequirement } from "./require-admin";
import { openCases, sealCases, selectSuite, suiteAuditView, suiteDigest, toSuite } from "./row";
import type { Suite, UpdateSuite } from "./schema";

/**
 * Changes a suite. Changed cases or settings need a new run before the next deploy. Throws `not_found`, `precondition_failed`,
 * and as `createSuite` does.
 */
export async function updateSuite(
  ctx: Ctx,
  id: string,
  input: UpdateSuite,
  ifMatch: IfMatch = null,
): Promise<Suite> {
  const { workspaceId } = ctx;
  const sealer = await workspaceSealer(workspaceId);
  try {
    return await writeAudited(ctx, async (tx) => {
      const before = await tx.first(selectSuite(workspaceId, id).forNoKeyUpdate());
      if (before === undefined) throw notFound();
      requireMatch(ifMatch, before, "suite");
      requireAdminForRequirement(ctx, before.is_required, input.required ?? before.is_required);
      if (input.cases !== undefined)
        await caseProblems(ctx, await readAgent(ctx, before.agent_id), input.cases);
      const cases = input.cases ?? openCases(sealer, before);
      const changes = {
        name: input.name ?? before.name,
        is_required: input.required ?? before.is_required,
        repetitions: input.repetitions ?? before.repetitions,
        min_pass_percent: input.min_pass_percent ?? before.min_pass_percent,
        case_count: cases.length,
        updated_at: ctx.now(),
      };
      const after = { ...before, ...changes, digest: suiteDigest({ ...changes, cases }) };
      const updated = await tx.first(
        db
          .updateTable("suites")
          .set({ ...changes, digest: after.digest, cases: sealCases(sealer, id, cases) })
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", id)
          .returning("revision"),
      );
      return {
        result: toSuite({ ...after, revision: revisionOf(updated) }, cases),
        audit: {
          action: "suite.updated",
          target: id,
          before: suiteAuditView(before),
          after: suiteAuditView(after),
        },
      };
    });
  } catch (error) {
    throw violatedConstraint(error) === null ? error : suiteNameTaken();
  }
}
