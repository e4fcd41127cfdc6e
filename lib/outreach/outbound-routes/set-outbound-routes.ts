import { sql } from "kysely";
import { selectWorkspace } from "@/lib/identity/workspaces";
import { type AuditView, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx } from "@/lib/platform/db";
import { bodyProblem, type ErrorDetail, validationError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { findTrunkProblems } from "./find-trunk-problems";
import { orderRoutes, routesOf } from "./read-outbound-routes";
import type { OutboundRoutes, StoredOutboundRoutes } from "./schema";

const auditView = ({ routes }: OutboundRoutes): AuditView => ({
  outbound_routes: routes.map(({ prefix, trunk_ids }) => ({ prefix, trunk_ids })),
});

async function findProblems(tx: Tx, workspaceId: string, { routes }: OutboundRoutes): Promise<ErrorDetail[]> {
  const repeated = routes.flatMap(({ prefix }, index) =>
    routes.findIndex((route) => route.prefix === prefix) < index
      ? [bodyProblem(`/routes/${index}/prefix`, "outbound_route_repeated")]
      : [],
  );
  const orders = routes.map(({ trunk_ids: trunkIds }, index) => ({
    pointer: `/routes/${index}/trunk_ids`,
    trunkIds,
  }));
  return [...repeated, ...(await findTrunkProblems({ workspaceId, db: tx }, orders))];
}

/**
 * Replaces the outbound routes of the workspace's live calls. They count for the next call. Throws `precondition_failed`, and a 400 for a repeated prefix, and
 * for a trunk that does not exist or belongs to the test environment.
 */
export async function setOutboundRoutes(
  ctx: Ctx,
  input: OutboundRoutes,
  ifMatch: IfMatch = null,
): Promise<StoredOutboundRoutes> {
  return writeAudited(ctx, async (tx) => {
    const before = routesOf(await tx.first(selectWorkspace(ctx.workspaceId).forNoKeyUpdate()));
    requireMatch(ifMatch, before, "call_routes");
    const problems = await findProblems(tx, ctx.workspaceId, input);
    if (problems.length > 0) throw validationError(problems);
    const stored = json({ outbound_routes: input.routes });
    await tx.all(
      db
        .updateTable("workspaces")
        .set({ settings: sql`settings || ${stored}::jsonb` })
        .where("id", "=", ctx.workspaceId),
    );
    return {
      result: orderRoutes(input.routes),
      audit: {
        action: "workspace.outbound_routes_changed",
        target: ctx.workspaceId,
        before: auditView(before),
        after: auditView(input),
      },
    };
  });
}
