import type { Addresses } from "@/lib/agents/integrations";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, violatedConstraint } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { type ErrorDetail, notFound, validationError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import { requestDetails } from "@/lib/platform/request-details";
import { validationMessage } from "@/lib/platform/validation-messages";
import { integrationProblem, nameProblem, urlProblem } from "./check";
import { nameTakenError } from "./create";
import { HttpTool } from "./http/schema";
import { requireNotInUse } from "./in-use";
import { auditView, documentsOf, selectTools, type ToolRow, toDefinition, toTool } from "./read";
import type { Tool, UpdateTool } from "./schema";

/**
 * Problems of the changed tool as a whole: a request can use a parameter that the schema no longer declares.
 */
function wholeProblems(row: ToolRow): ErrorDetail[] {
  const parsed = HttpTool.safeParse(toDefinition(row), { error: validationMessage });
  return requestDetails("body", parsed.error?.issues ?? [], row).map((detail) => ({
    ...detail,
    code: "invalid",
  }));
}

/**
 * Changes a tool. Live agents use the change immediately. Throws `not_found`, `precondition_failed`,
 * `validation_error` like `createTool`, and `conflict` if the new name is taken or a live agent uses the old one.
 */
export async function updateTool(
  ctx: Ctx,
  id: string,
  input: UpdateTool,
  ifMatch: IfMatch = null,
  addresses: Addresses = { egress: defaultHttpClient },
): Promise<Tool> {
  const early = [
    input.name === undefined ? null : nameProblem(input.name),
    input.request === undefined ? null : await urlProblem(input.request, addresses),
  ].filter((problem) => problem !== null);
  try {
    return await writeAudited(ctx, async (tx) => {
      const before = await tx.first(selectTools(ctx.workspaceId).where("id", "=", id).forNoKeyUpdate());
      if (before === undefined) throw notFound();
      requireMatch(ifMatch, before, "tool");
      const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const after: ToolRow = { ...before, ...changes, updated_at: ctx.now() };
      const named = input.integration_id !== undefined || input.request !== undefined;
      const late = named
        ? await integrationProblem(
            tx,
            ctx.workspaceId,
            after.integration_id,
            after.request as HttpTool["request"],
          )
        : null;
      const problems = [...early, ...wholeProblems(after), ...(late === null ? [] : [late])];
      if (problems.length > 0) throw validationError(problems);
      if (after.name !== before.name) await requireNotInUse(tx, ctx.workspaceId, before.name);
      const updated = await tx.first(
        db
          .updateTable("tools")
          .set({ ...after, ...documentsOf(after) })
          .where("workspace_id", "=", ctx.workspaceId)
          .where("id", "=", id)
          .returning("revision"),
      );
      return {
        result: toTool({ ...after, revision: revisionOf(updated) }),
        audit: {
          action: "tool.updated",
          target: id,
          before: auditView(before),
          after: { ...auditView(after), changed: Object.keys(changes).sort() },
        },
      };
    });
  } catch (error) {
    throw violatedConstraint(error) === null ? error : nameTakenError();
  }
}
