import { sql } from "kysely";
import { type AgentForCalls, readAgentForCalls, versionsForCalls } from "@/lib/agents/agents";
import { findPolicyViolations, requireProviderPolicies } from "@/lib/agents/integrations";
import type { Budget, FactsRequest } from "@/lib/contacts/policy";
import { type CarrierFor, contactChannel } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db, type QueryRunner } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { CampaignRow } from "./campaign-row";

/**
 * The means of a campaign's calls: the versions of its live agent that they run (null if there is none), violations of the
 * workspace's provider policies, and whether the carrier is available.
 */
export type CampaignMeans = {
  agent: AgentForCalls | null;
  breaches: string[];
  carrierAvailable: boolean;
  /** Until when limits of the SIP trunks forbid further calls; null if they do not. RFC 3339. */
  limitedUntil: string | null;
};

async function liveAgent(ctx: Ctx, id: string): Promise<AgentForCalls | null> {
  try {
    return await readAgentForCalls(ctx, id);
  } catch (error) {
    if (error instanceof AppError && ["not_found", "invalid_state"].includes(error.code)) return null;
    throw error;
  }
}

export async function loadMeans(
  ctx: Ctx,
  { agent_id, channel, trunk_ids }: Pick<CampaignRow, "agent_id" | "channel" | "trunk_ids">,
  carrierFor: CarrierFor,
): Promise<CampaignMeans> {
  const carrier = carrierFor(ctx.environment);
  const [agent, carrierAvailable, limitedUntil = null] = await Promise.all([
    liveAgent(ctx, agent_id),
    carrier.ready(ctx, contactChannel(channel)),
    channel === "phone" ? carrier.findLimit?.(ctx, { to: null, trunkIds: trunk_ids }) : null,
  ]);
  const breaches = agent === null ? [] : await currentBreaches(ctx, agent);
  return { agent, breaches: breaches.map(({ error }) => error.message), carrierAvailable, limitedUntil };
}

const currentBreaches = async (ctx: Ctx, agent: AgentForCalls) =>
  (
    await Promise.all(
      versionsForCalls(agent).map(({ config }) =>
        findPolicyViolations(ctx, config, { environment: ctx.environment, usesVoice: true }),
      ),
    )
  ).flat();

/**
 * Throws `invalid_state` with the breaches of a campaign's agent. An agent that is not live is checked by the
 * launch.
 */
export async function requireAgentAllowed(ctx: Ctx, agentId: string): Promise<void> {
  const agent = await liveAgent(ctx, agentId);
  for (const { config } of agent === null ? [] : versionsForCalls(agent))
    await requireProviderPolicies(ctx, config, { environment: ctx.environment, usesVoice: true });
}

/** Builds the request for the policy facts of a campaign's contacts. `budgets` holds their used attempts. */
export const factsRequest = (
  { channel, purpose, window }: CampaignRow,
  { agent, carrierAvailable }: Pick<CampaignMeans, "agent" | "carrierAvailable">,
  endsAt: string | null,
  budgets: ReadonlyMap<string, Budget>,
): FactsRequest => ({
  channel: contactChannel(channel),
  purpose,
  window,
  endsAt,
  hasCapacity: true,
  isAgentLive: agent !== null,
  isCarrierAvailable: carrierAvailable,
  budgets,
});

/** Selects contacts with their sealed numbers and their keys. */
export const selectContacts = (
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  contactIds: readonly string[],
) =>
  db
    .selectFrom("contacts as c")
    .leftJoin("subject_keys as s", (join) =>
      join.onRef("s.workspace_id", "=", "c.workspace_id").onRef("s.subject_id", "=", "c.id"),
    )
    .select(["c.id", "c.number_hash", "c.number", "c.id as subject_id", "s.wrapped as subject_key"])
    .where("c.workspace_id", "=", workspaceId)
    .where("c.environment", "=", environment)
    .where("c.id", "=", sql<string>`any(${contactIds}::text[])`);

/**
 * A campaign's attempts for a contact: the highest attempt number, with any result, and when the last one was
 * placed.
 */
type AttemptHistory = { tries: number; last_at: string | null };

/**
 * Loads a campaign's attempts for each contact. It queries by the hashes of the numbers, which an index
 * covers with few attempts each, and never by the campaign, which may have a million attempts.
 */
export async function attemptHistory(
  read: QueryRunner,
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  campaignId: string,
  contacts: readonly { number_hash: Buffer }[],
): Promise<Map<string, AttemptHistory>> {
  if (contacts.length === 0) return new Map();
  const isThisCampaign = sql<boolean>`campaign_id = ${campaignId}`;
  const hashes = contacts.map((contact) => contact.number_hash);
  const rows = await read.all(
    db
      .selectFrom("attempts")
      .select("contact_id")
      .select([
        sql<number>`coalesce(max(number) filter (where ${isThisCampaign}), 0)`.as("tries"),
        sql<string | null>`max(placed_at) filter (where ${isThisCampaign})`.as("last_at"),
      ])
      .where("workspace_id", "=", workspaceId)
      .where("environment", "=", environment)
      .where("contact_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`)
      .groupBy("contact_id"),
  );
  return new Map(rows.map(({ contact_id: id, ...tries }) => [id, tries]));
}

/** The contact's used attempts and the campaign's limits. */
export const budgetOf = (
  { attempts: { max, retry_after_minutes: retryAfterMinutes } }: Pick<CampaignRow, "attempts">,
  used: number,
  lastAt: string | null,
): Budget => ({ used, max, lastAt, retryAfterMinutes });
