import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { requireAdminForRequirement } from "./require-admin";
import { selectSuite, suiteAuditView } from "./row";

/** Deletes a suite with its runs and their results. Throws `not_found` and `precondition_failed`. */
export async function deleteSuite(ctx: Ctx, id: string, ifMatch: IfMatch = null): Promise<void> {
  const { workspaceId } = ctx;
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(selectSuite(workspaceId, id).forUpdate());
    if (row === undefined) throw notFound();
    requireMatch(ifMatch, row, "suite");
    requireAdminForRequirement(ctx, row.is_required, false);
    const runs = db
      .selectFrom("suite_runs")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("suite_id", "=", id);
    await tx.all(
      db.deleteFrom("suite_results").where("workspace_id", "=", workspaceId).where("run_id", "in", runs),
    );
    await tx.all(
      db.deleteFrom("suite_runs").where("workspace_id", "=", workspaceId).where("suite_id", "=", id),
    );
    await tx.all(db.deleteFrom("suites").where("workspace_id", "=", workspaceId).where("id", "=", id));
    return {
      result: undefined,
      audit: { action: "suite.deleted", target: id, before: suiteAuditView(row) },
    };
  });
}
