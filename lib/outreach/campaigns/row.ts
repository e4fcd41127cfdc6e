import type { AuditView } from "@/lib/platform/audit";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import type { Campaign, CampaignCounts, CampaignStatus, ContactReason } from "./schema";

/** A campaign as its row holds it. The verbs of this room alone write it, so its parts are what they say. */
export type CampaignRow = Omit<Campaign, "counts" | "failure"> & {
  failure: string | null;
  carrier_failures: number;
  backoff_until: string | null;
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
  "carrier_failures",
  "backoff_until",
  "last_slot_at",
  "failure",
  "created_at",
  "launched_at",
  "completed_at",
] as const;
type Selected = { [K in (typeof COLUMNS)[number]]: unknown };

/** Campaigns of the context's environment. */
export const selectCampaigns = ({ workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">) =>
  db
    .selectFrom("campaigns")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment);

export const selectCampaign = (ctx: Pick<Ctx, "workspaceId" | "environment">, id: string) =>
  selectCampaigns(ctx).where("id", "=", id);

/** The row, or the 404. */
export function foundCampaign(row: Selected | undefined): CampaignRow {
  if (row === undefined) throw notFound();
  return row as CampaignRow;
}

/** The context of a campaign's environment, of which a job knows nothing; undefined where there is no campaign. */
export async function ctxOfCampaign(ctx: Ctx, id: string): Promise<Ctx | undefined> {
  const row = await ctx.db.one(
    db
      .selectFrom("campaigns")
      .select("environment")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id),
  );
  return row && { ...ctx, environment: row.environment as Environment };
}

/** The counts of several campaigns, which the trigger on their contacts keeps. */
export const selectCounts = ({ workspaceId }: Pick<Ctx, "workspaceId">, ids: readonly string[]) =>
  db
    .selectFrom("campaign_counts")
    .select(["campaign_id", "status", "contacts", "reached"])
    .where("workspace_id", "=", workspaceId)
    .where("campaign_id", "in", [...ids]);

type CountRow = { campaign_id: string; status: string; contacts: number; reached: number };

export function countsOf(id: string, rows: readonly CountRow[]): CampaignCounts {
  const own = rows.filter((row) => row.campaign_id === id);
  const of = (status: string) => own.find((row) => row.status === status)?.contacts ?? 0;
  return {
    total: own.reduce((sum, row) => sum + row.contacts, 0),
    pending: of("pending"),
    active: of("active"),
    completed: of("completed"),
    reached: own.reduce((sum, row) => sum + row.reached, 0),
    held: of("held"),
    blocked: of("blocked"),
    failed: of("failed"),
  };
}

/** Why a campaign fails, and what to do then. */
const FAILURES = {
  agent_not_live: "The agent is not live any more. Deploy it and make a new campaign.",
  carrier_unavailable:
    "The carrier could not be used for too long. Check it under integrations and make a new campaign.",
} as const satisfies Partial<Record<ContactReason["code"], string>>;
export type Failure = keyof typeof FAILURES;
export const failureReason = (code: Failure): ContactReason => ({ code, message: FAILURES[code] });

/** A campaign as the API shows it. */
export function toCampaign(row: CampaignRow, counts: CampaignCounts): Campaign {
  const { carrier_failures: _, backoff_until: __, last_slot_at: ___, failure, ...shown } = row;
  return { ...shown, failure: failure === null ? null : failureReason(failure as Failure), counts };
}

/** What the audit log keeps of a campaign: how it was set up, and nobody whom it reaches. */
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
  failure: row.failure,
});

/** The statement that changes a campaign. */
export const updateCampaignRow = (
  { workspaceId, now }: Pick<Ctx, "workspaceId" | "now">,
  id: string,
  set: Partial<{
    status: CampaignStatus;
    starts_at: string | null;
    ends_at: string | null;
    carrier_failures: number;
    backoff_until: string | null;
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
