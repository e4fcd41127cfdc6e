import { sql } from "kysely";
import { type AgentForCall, agentForCall } from "@/lib/agents/agents";
import { breachesOf, requireTerms } from "@/lib/agents/integrations";
import type { Budget, FactsRequest } from "@/lib/contacts/policy";
import { type CarrierFor, contactChannel } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db, type Reading } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { CampaignRow } from "./row";

/**
 * What a campaign reaches out with: its agent's live version, null where there is none, what terms of the workspace stand
 * against that now, and whether a carrier is there.
 */
export type Means = { agent: AgentForCall | null; breaches: string[]; carrierAvailable: boolean };

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
  const breaches = agent === null ? [] : await breachesNow(ctx, agent);
  return { agent, breaches: breaches.map(({ message }) => message), carrierAvailable };
}

const breachesNow = (ctx: Ctx, { config }: AgentForCall) =>
  breachesOf(ctx, config, { environment: ctx.environment, spoken: true });

/** Throws `invalid_state` with what stands against a campaign's agent now; one that is not live is the launch's matter. */
export async function requireAllowed(ctx: Ctx, agentId: string): Promise<void> {
  const agent = await liveAgent(ctx, agentId);
  if (agent !== null) await requireTerms(ctx, agent.config, { environment: ctx.environment, spoken: true });
}

/** What the decision is asked of each of a campaign's contacts; `budgets` say what they have used up. */
export const factsRequest = (
  { channel, purpose, window }: CampaignRow,
  { agent, carrierAvailable }: Pick<Means, "agent" | "carrierAvailable">,
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

/** Contacts with their sealed numbers and their keys. */
export const selectKnown = (
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

/** What a campaign has tried of a contact: the highest number of an attempt, whatever came of it, and when the last was placed. */
type Tries = { tries: number; last_at: string | null };

/**
 * Of each contact that a campaign has tried, what it has. By the numbers' hashes, of which an index knows a few attempts
 * each, and never by the campaign, which may have made a million.
 */
export async function triesOf(
  read: Reading,
  { workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">,
  campaignId: string,
  contacts: readonly { number_hash: Buffer }[],
): Promise<Map<string, Tries>> {
  if (contacts.length === 0) return new Map();
  const own = sql<boolean>`campaign_id = ${campaignId}`;
  const hashes = contacts.map((contact) => contact.number_hash);
  const rows = await read.all(
    db
      .selectFrom("attempts")
      .select("contact_id")
      .select([
        sql<number>`coalesce(max(number) filter (where ${own}), 0)`.as("tries"),
        sql<string | null>`max(placed_at) filter (where ${own})`.as("last_at"),
      ])
      .where("workspace_id", "=", workspaceId)
      .where("environment", "=", environment)
      .where("contact_hash", "=", sql<Buffer>`any(${hashes}::bytea[])`)
      .groupBy("contact_id"),
  );
  return new Map(rows.map(({ contact_id: id, ...tries }) => [id, tries]));
}

/** What a contact has used up of the campaign's rule. */
export const budgetOf = (
  { attempts: { max, retry_after_minutes: retryAfterMinutes } }: Pick<CampaignRow, "attempts">,
  used: number,
  lastAt: string | null,
): Budget => ({ used, max, lastAt, retryAfterMinutes });
