import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { AppError, bodyError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { auditView, type CampaignRow, campaignOrNotFound, selectCampaign } from "./campaign-row";
import { readCampaign } from "./read";
import type { Campaign, UpdateCampaign } from "./schema";
import { agentAfterUpdate, mergeSettings, requireTrunks, type Settings } from "./settings";
import { CHANGEABLE } from "./status-transitions";
import { enqueueStep, notifyProgress } from "./step-job";

function requireChangeable({ status }: CampaignRow, input: UpdateCampaign): void {
  const changeable = CHANGEABLE[status];
  const requestedFields = Object.keys(input).filter(
    (field) => input[field as keyof UpdateCampaign] !== undefined,
  );
  if (requestedFields.some((field) => !changeable.includes(field as keyof UpdateCampaign)))
    throw new AppError("campaign_fields_fixed", { params: { status, fields: changeable.join(", ") } });
}

/** A launched campaign must keep an end, and a past end would complete it at once. */
function requireFutureEnd({ status }: CampaignRow, { ends_at: ends }: Settings, now: string): void {
  if (status === "draft" || (ends !== null && ends > now)) return;
  throw bodyError("/ends_at", "campaign_end_passed");
}

const staleAgentError = () => new AppError("campaign_agent_changed");

const FIELDS = [
  "name",
  "agent_id",
  "channel",
  "purpose",
  "starts_at",
  "ends_at",
  "window",
  "max_concurrent_calls",
  "calls_per_second",
  "attempts",
  "trunk_ids",
] as const satisfies readonly (keyof Settings)[];

const changedFields = (row: CampaignRow, next: Settings) =>
  FIELDS.filter((field) => JSON.stringify(row[field]) !== JSON.stringify(next[field]));

/**
 * Updates the fields that the campaign's status allows. Contacts that wait for a slot or for the end are
 * decided again at once. Throws `not_found`, `precondition_failed`, `validation_error`, and `invalid_state` for a
 * fixed field.
 */
export async function updateCampaign(
  ctx: Ctx,
  id: string,
  input: UpdateCampaign,
  ifMatch: IfMatch = null,
): Promise<Campaign> {
  // Read before the lock: a transaction that holds the row must not wait for another connection.
  const agent = await agentAfterUpdate(
    ctx,
    campaignOrNotFound(await ctx.db.first(selectCampaign(ctx, id))),
    input,
  );
  await writeAudited(ctx, async (tx) => {
    const row = campaignOrNotFound(await tx.first(selectCampaign(ctx, id).forNoKeyUpdate()));
    requireMatch(ifMatch, row, "campaign");
    requireChangeable(row, input);
    if (agent.id !== (input.agent_id ?? row.agent_id)) throw staleAgentError();
    const next = mergeSettings(row, input, agent);
    await requireTrunks({ workspaceId: ctx.workspaceId, db: tx }, input.trunk_ids);
    const changed = changedFields(row, next);
    if (changed.length === 0) return { result: undefined, audit: null };
    if (changed.includes("ends_at")) requireFutureEnd(row, next, ctx.now());
    const { name, agent_id, channel, purpose, starts_at, ends_at, max_concurrent_calls, calls_per_second } =
      next;
    await tx.batch(
      db
        .updateTable("campaigns")
        .set({
          name,
          agent_id,
          channel,
          purpose,
          starts_at,
          ends_at,
          max_concurrent_calls,
          calls_per_second,
          window: json(next.window),
          attempts: json(next.attempts),
          trunk_ids: next.trunk_ids === null ? null : json(next.trunk_ids),
          updated_at: ctx.now(),
        })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
      ...(row.status === "running" ? [enqueueStep(ctx, id, ctx.now())] : []),
      notifyProgress(id),
    );
    const after = { ...auditView({ ...row, ...next }), changed };
    return {
      result: undefined,
      audit: { action: "campaign.updated", target: id, before: auditView(row), after },
    };
  });
  return readCampaign(ctx, id);
}
