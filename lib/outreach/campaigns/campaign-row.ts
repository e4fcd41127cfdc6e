import type { ReasonCode } from "@/lib/contacts/policy/schema";
import type { AuditView } from "@/lib/platform/audit";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { type DecisionReason, decisionReason } from "@/lib/platform/reasons/decisions";
import type { Campaign, CampaignCounts, CampaignStatus } from "./schema";

/** A campaign's row. Only this module writes it, so its columns have these types. */
export type CampaignRow = Omit<Campaign, "counts" | "failure"> & {
  failure: string | null;
  carrier_failures: number;
  backoff_until: string | null;
  waiting_reason: string | null;
  last_slot_at: string | null;
};

const COLUMNS = [
  "id",
  "environment",
  "name",
  "agent_id",
  "channel",
  "purpose",
  "status",
  "starts_at",
  "ends_at",
  "window",
  "max_concurrent_calls",
  "calls_per_second",
  "attempts",
  "trunk_ids",
  "carrier_failures",
  "backoff_until",
  "waiting_reason",
  "last_slot_at",
  "failure",
  "revision",
  "created_at",
  "launched_at",
  "completed_at",
] as const;
type SelectedRow = { [K in (typeof COLUMNS)[number]]: unknown };

/** Selects the campaigns of the context's environment. */
export const selectCampaigns = ({ workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">) =>
  db
    .selectFrom("campaigns")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment);

export const selectCampaign = (ctx: Pick<Ctx, "workspaceId" | "environment">, id: string) =>
  selectCampaigns(ctx).where("id", "=", id);

/** Returns the row. Throws `not_found` if there is none. */
export function campaignOrNotFound(row: SelectedRow | undefined): CampaignRow {
  if (row === undefined) throw notFound();
  return row as CampaignRow;
}

/**
 * Returns a context of the campaign's environment, which a job's payload does not name. Undefined if there is
 * no campaign.
 */
export async function ctxOfCampaign(ctx: Ctx, id: string): Promise<Ctx | undefined> {
  const row = await ctx.db.first(
    db
      .selectFrom("campaigns")
      .select("environment")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id),
  );
  return row && { ...ctx, environment: row.environment as Environment };
}

/** Selects the counts of several campaigns. A trigger on `campaign_contacts` maintains them. */
export const selectCounts = ({ workspaceId }: Pick<Ctx, "workspaceId">, ids: readonly string[]) =>
  db
    .selectFrom("campaign_counts")
    .select(["campaign_id", "status", "contacts", "reached"])
    .where("workspace_id", "=", workspaceId)
    .where("campaign_id", "in", [...ids]);

type CountRow = { campaign_id: string; status: string; contacts: number; reached: number };

export function countsOf(id: string, rows: readonly CountRow[]): CampaignCounts {
  const campaignRows = rows.filter((row) => row.campaign_id === id);
  const countOf = (status: string) => campaignRows.find((row) => row.status === status)?.contacts ?? 0;
  return {
    total: campaignRows.reduce((sum, row) => sum + row.contacts, 0),
    pending: countOf("pending"),
    active: countOf("active"),
    completed: countOf("completed"),
    reached: campaignRows.reduce((sum, row) => sum + row.reached, 0),
    held: countOf("held"),
    blocked: countOf("blocked"),
    failed: countOf("failed"),
  };
}

/** The reason of each failure of a campaign. */
export const FAILURES = {
  agent_not_live: "campaign_agent_not_live",
  carrier_unavailable: "campaign_carrier_unavailable",
} as const satisfies Partial<Record<ReasonCode, DecisionReason>>;
export type Failure = keyof typeof FAILURES;

/** Converts a row to the API's campaign. */
export function toCampaign(row: CampaignRow, counts: CampaignCounts): Campaign {
  const {
    carrier_failures: _,
    backoff_until: _b,
    waiting_reason: _w,
    last_slot_at: _l,
    failure,
    ...fields
  } = row;
  return {
    ...fields,
    failure: failure === null ? null : decisionReason(FAILURES[failure as Failure]),
    counts,
  };
}

/** The campaign's settings for the audit log, without its contacts. */
export const auditView = (row: CampaignRow): AuditView => ({
  name: row.name,
  environment: row.environment,
  agent_id: row.agent_id,
  channel: row.channel,
  purpose: row.purpose,
  status: row.status,
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  window: row.window,
  max_concurrent_calls: row.max_concurrent_calls,
  calls_per_second: row.calls_per_second,
  attempts: row.attempts,
  trunk_ids: row.trunk_ids,
  failure: row.failure,
});

/** Updates a campaign. */
export const updateCampaignRow = (
  { workspaceId, now }: Pick<Ctx, "workspaceId" | "now">,
  id: string,
  set: Partial<{
    status: CampaignStatus;
    starts_at: string | null;
    ends_at: string | null;
    carrier_failures: number;
    backoff_until: string | null;
    waiting_reason: "trunk_limit_reached" | "cost_limit_reached" | null;
    last_slot_at: string | null;
    failure: Failure;
    launched_at: string;
    completed_at: string;
  }>,
) =>
  db
    .updateTable("campaigns")
    .set({ ...set, updated_at: now() })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id);
