import { sql } from "kysely";
import { type AgentForCall, agentForCall } from "@/lib/agents";
import type { Ctx } from "@/lib/context";
import { db } from "@/lib/db";
import { type CarrierFor, contactChannel } from "@/lib/dialing";
import { AppError } from "@/lib/errors";
import type { Budget, FactsRequest } from "@/lib/outreach";
import type { CampaignRow } from "./row";

/** What a campaign reaches out with: its agent's live version, null where there is none, and whether a carrier is there. */
export type Means = { agent: AgentForCall | null; carrierAvailable: boolean };

async function liveAgent(ctx: Ctx, id: string): Promise<AgentForCall | null> {
  try {
    return await agentForCall(ctx, id, { draft: false });
  } catch (error) {
    if (error instanceof AppError && ["not_found", "invalid_state"].includes(error.code)) return null;
    throw error;
  }
}

export async function meansOf(
  ctx: Ctx,
  { agent_id, channel }: Pick<CampaignRow, "agent_id" | "channel">,
  carrierFor: CarrierFor,
): Promise<Means> {
  const [agent, carrierAvailable] = await Promise.all([
    liveAgent(ctx, agent_id),
    carrierFor(ctx.environment).ready(ctx, contactChannel(channel)),
  ]);
  return { agent, carrierAvailable };
}

/** What the decision is asked of each of a campaign's contacts; `budgets` say what they have used up. */
export const factsRequest = (
  { channel, purpose, window }: CampaignRow,
  { agent, carrierAvailable }: Means,
  endsAt: string | null,
  budgets: ReadonlyMap<string, Budget>,
): FactsRequest => ({
  channel: contactChannel(channel),
  purpose,
  window,
  endsAt,
  capacity: true,
  agentLive: agent !== null,
  carrierAvailable,
  budgets,
});

/**
 * Contacts with what a campaign has tried of each: the highest number of an attempt, whatever came of it, and when the
 * last was placed. By the index on the number's hash, so that it costs the same at any size.
 */
export const selectTries = (
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  campaignId: string,
  contactIds: readonly string[],
) => {
  const own = sql<{ tries: number; last_at: string | null }>`(
    select coalesce(max(a.number), 0) as tries, max(a.placed_at) as last_at from attempts a
    where a.workspace_id = c.workspace_id and a.environment = c.environment and a.contact_hash = c.number_hash
      and a.campaign_id = ${campaignId} and a.contact_id = c.id)`;
  return db
    .selectFrom("contacts as c")
    .innerJoinLateral(own.as("own"), (join) => join.onTrue())
    .select(["c.id", "c.number_hash", "c.number", "own.tries", "own.last_at"])
    .where("c.workspace_id", "=", workspaceId)
    .where("c.environment", "=", environment)
    .where("c.id", "=", sql<string>`any(${[...contactIds]}::text[])`);
};

/** What a contact has used up of the campaign's rule. */
export const budgetOf = (
  { attempts: { max, retry_after_minutes: retryAfterMinutes } }: Pick<CampaignRow, "attempts">,
  used: number,
  lastAt: string | null,
): Budget => ({ used, max, lastAt, retryAfterMinutes });
