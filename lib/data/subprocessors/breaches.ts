import { sql } from "kysely";
import { kindsOf } from "@/lib/agents/providers/schema";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { DemandBreach } from "./schema";

/** Maximum agents listed. */
const MAX_AGENTS = 100;
/** Maximum numbers and campaigns listed, of all agents together. */
const MAX_NAMED = 500;

const KINDS = kindsOf("model", "speech");

/** Live agents whose model, voice or transcriber has a provider without zero retention. */
const selectViolatingAgents = (workspaceId: string) =>
  db
    .selectFrom(
      sql<{ agent_id: string; name: string; providers: string[] }>`(
        select a.id as agent_id, a.name, array_agg(distinct i.name order by i.name) as providers
        from agents a
        join agent_versions v on v.workspace_id = a.workspace_id and v.agent_id = a.id and v.version in (a.live_version, a.candidate_version)
        cross join lateral (values (v.config->>'model'), (v.config->>'fallback_model'), (v.config->>'voice_id'),
          (case when v.config->>'voice_id' is not null then v.config->>'transcriber' end)) as u(id)
        join integrations i on i.workspace_id = a.workspace_id and i.environment = 'live'
          and i.kind = any(${KINDS}::text[]) and i.name = split_part(u.id, ':', 1)
          and not coalesce((i.settings->>'zero_retention')::boolean, false)
        where a.workspace_id = ${workspaceId} and a.status = 'live'
        group by a.id, a.name)`.as<"found">(sql`found`),
    )
    .select(["found.agent_id", "found.name", "found.providers"])
    .orderBy("found.agent_id")
    .limit(MAX_AGENTS);

/**
 * Lists live agents that required zero retention blocks, or would block, with the numbers that they answer
 * and the campaigns that use them.
 */
export async function listRetentionViolations(ctx: Ctx): Promise<DemandBreach[]> {
  const agents = await ctx.db.all(selectViolatingAgents(ctx.workspaceId));
  if (agents.length === 0) return [];
  const ids = agents.map(({ agent_id: id }) => id);
  const [numbers, campaigns] = await ctx.db.batch(
    db
      .selectFrom("phone_numbers")
      .select(["agent_id", "number"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("agent_id", "in", ids)
      .orderBy("number")
      .limit(MAX_NAMED),
    db
      .selectFrom("campaigns")
      .select(["agent_id", "id", "name"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", "live")
      .where("status", "in", ["scheduled", "running"])
      .where("agent_id", "in", ids)
      .orderBy("id")
      .limit(MAX_NAMED),
  );
  return agents.map(({ agent_id, name, providers }) => ({
    agent_id,
    name,
    providers,
    phone_numbers: numbers.flatMap((phoneNumber) =>
      phoneNumber.agent_id === agent_id ? [phoneNumber.number] : [],
    ),
    campaigns: campaigns.flatMap(({ agent_id: by, ...campaign }) => (by === agent_id ? [campaign] : [])),
  }));
}
