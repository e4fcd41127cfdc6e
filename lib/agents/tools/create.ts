import type { Addresses } from "@/lib/agents/integrations";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, violatedConstraint } from "@/lib/platform/db";
import { egress } from "@/lib/platform/egress";
import { AppError, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { integrationProblem, nameProblem, urlProblem } from "./check";
import { auditView, toTool } from "./read";
import type { CreateTool, Tool } from "./schema";

export const nameTaken = () => new AppError("conflict", "There is a tool of this name. Choose another.");

/**
 * Makes an HTTP tool. Throws `validation_error` for a built-in tool's name, an address that leads inside or a
 * credential that is not there or not for that host; `conflict` if the name is taken.
 */
export async function createTool(
  ctx: Ctx,
  input: CreateTool,
  addresses: Addresses = { egress },
): Promise<Tool> {
  const now = ctx.now();
  const row = {
    ...input,
    id: newId("tool"),
    workspace_id: ctx.workspaceId,
    created_at: now,
    updated_at: now,
  };
  const early = [nameProblem(input.name), await urlProblem(input.request, addresses)];
  try {
    await mutate(ctx, async (tx) => {
      const late = await integrationProblem(tx, ctx.workspaceId, row.integration_id, row.request);
      const problems = [...early, late].filter((problem) => problem !== null);
      if (problems.length > 0) throw validationError(problems);
      const written = { ...row, parameters: json(row.parameters), request: json(row.request) };
      await tx.all(db.insertInto("tools").values(written));
      return {
        result: undefined,
        audit: { action: "tool.created", target: row.id, after: auditView(row) },
      };
    });
  } catch (error) {
    throw violatedConstraint(error) === null ? error : nameTaken();
  }
  return toTool(row);
}
