import { sql } from "kysely";
import { findAgentProblems } from "@/lib/agents/phone-numbers";
import { isPremiumRate } from "@/lib/contacts/contacts";
import { type AuditView, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx } from "@/lib/platform/db";
import { AppError, bodyProblem, type ErrorDetail, notFound, validationError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { routesOf, selectTrunk } from "./read-inbound-routes";
import type { InboundRoutes, StoredInboundRoutes } from "./schema";

/** The routes as the audit log stores them. A fallback number can be personal, so only its presence is stored. */
const auditView = ({ routes }: InboundRoutes): AuditView => ({
  routes: routes.map(({ pattern, agent_id, hours, fallback_number: fallback }) => ({
    pattern,
    agent_id,
    hours,
    has_fallback: fallback !== null,
  })),
});

async function findProblems(tx: Tx, workspaceId: string, { routes }: InboundRoutes): Promise<ErrorDetail[]> {
  const problems: ErrorDetail[] = [];
  for (const [index, { pattern, agent_id: agentId, fallback_number: fallback }] of routes.entries()) {
    const isRepeated = routes.slice(0, index).some((route) => route.pattern === pattern);
    if (isRepeated) problems.push(bodyProblem(`/routes/${index}/pattern`, "inbound_route_repeated"));
    if (fallback !== null && isPremiumRate(fallback))
      problems.push(bodyProblem(`/routes/${index}/fallback_number`, "fallback_number_premium"));
    if (agentId !== null)
      problems.push(...(await findAgentProblems(tx, workspaceId, agentId, `/routes/${index}/agent_id`)));
  }
  return problems;
}

/**
 * Replaces the inbound routes of a SIP trunk. They count for the next call. Throws `not_found`, `precondition_failed`,
 * `invalid_state` for a trunk of the test environment, which takes no calls, and 400 for a repeated pattern or a missing agent.
 */
export async function setInboundRoutes(
  ctx: Ctx,
  integrationId: string,
  input: InboundRoutes,
  ifMatch: IfMatch = null,
): Promise<StoredInboundRoutes> {
  return writeAudited(ctx, async (tx) => {
    const row = await tx.first(selectTrunk(ctx.workspaceId, integrationId).forNoKeyUpdate());
    if (row === undefined) throw notFound();
    if (row.environment !== "live") throw new AppError("trunk_takes_no_calls");
    const before = routesOf(row.settings);
    requireMatch(ifMatch, before, "call_routes");
    const problems = await findProblems(tx, ctx.workspaceId, input);
    if (problems.length > 0) throw validationError(problems);
    const stored = json({ inbound_routes: input.routes });
    await tx.all(
      db
        .updateTable("integrations")
        .set({ settings: sql`settings || ${stored}::jsonb` })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", integrationId),
    );
    return {
      result: routesOf({ inbound_routes: input.routes }),
      audit: {
        action: "trunk.inbound_routes_changed",
        target: integrationId,
        before: auditView(before),
        after: auditView(input),
      },
    };
  });
}
