import type { Addresses } from "@/lib/agents/integrations";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, violatedConstraint } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { AppError, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { newRevision } from "@/lib/platform/if-match";
import { integrationProblem, nameProblem, urlProblem } from "./check";
import { auditView, documentsOf, toTool } from "./read";
import type { CreateTool, Tool } from "./schema";

export const nameTakenError = () => new AppError("tool_name_taken");

/**
 * Creates an HTTP tool. Throws `validation_error` for a built-in tool's name, an internal address, or a
 * credential that is missing or not bound to the host; `conflict` if the name is taken.
 */
export async function createTool(
  ctx: Ctx,
  input: CreateTool,
  addresses: Addresses = { egress: defaultHttpClient },
): Promise<Tool> {
  const now = ctx.now();
  const row = {
    ...input,
    id: newId("tool"),
    workspace_id: ctx.workspaceId,
    revision: newRevision(),
    created_at: now,
    updated_at: now,
  };
  const early = [nameProblem(input.name), await urlProblem(input.request, addresses)];
  try {
    await writeAudited(ctx, async (tx) => {
      const late = await integrationProblem(tx, ctx.workspaceId, row.integration_id, row.request);
      const problems = [...early, late].filter((problem) => problem !== null);
      if (problems.length > 0) throw validationError(problems);
      const values = { ...row, ...documentsOf(row) };
      await tx.all(db.insertInto("tools").values(values));
      return {
        result: undefined,
        audit: { action: "tool.created", target: row.id, after: auditView(row) },
      };
    });
  } catch (error) {
    throw violatedConstraint(error) === null ? error : nameTakenError();
  }
  return toTool(row);
}
