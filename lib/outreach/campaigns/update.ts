import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { AppError, validationError } from "@/lib/platform/errors";
import { readCampaign } from "./read";
import { auditView, type CampaignRow, foundCampaign, selectCampaign } from "./row";
import type { Campaign, UpdateCampaign } from "./schema";
import { agentAfter, patchedSettings, type Settings } from "./settings";
import { CHANGEABLE, refusedIn } from "./states";
import { told, wake } from "./wake";

function refuseFixed({ status }: CampaignRow, input: UpdateCampaign): void {
  const changeable = CHANGEABLE[status];
  const asked = Object.keys(input).filter((field) => input[field as keyof UpdateCampaign] !== undefined);
  if (asked.some((field) => !changeable.includes(field as keyof UpdateCampaign)))
    throw refusedIn(status, `What can still be changed: ${changeable.join(", ")}.`);
}

/** A launched campaign has an end, and one that has passed would end it at once. */
function refuseEnd({ status }: CampaignRow, { ends_at: ends }: Settings, now: string): void {
  if (status === "draft" || (ends !== null && ends > now)) return;
  throw validationError([
    {
      in: "body",
      pointer: "/ends_at",
      code: "invalid_value",
      message: "Let a launched campaign end later than now, or cancel it.",
    },
  ]);
}

const changedMeanwhile = () =>
  new AppError("conflict", "Somebody else changed the campaign's agent meanwhile. Try again.");

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
] as const satisfies readonly (keyof Settings)[];

const changedOf = (row: CampaignRow, next: Settings) =>
  FIELDS.filter((field) => JSON.stringify(row[field]) !== JSON.stringify(next[field]));

/**
 * Changes what may still change in the campaign's state. What is waiting for a place or for the end is looked at again
 * at once. Throws `not_found`, `validation_error`, and `invalid_state` for what is fixed.
 */
export async function updateCampaign(ctx: Ctx, id: string, input: UpdateCampaign): Promise<Campaign> {
  // Read before the row is locked: whoever holds it waits for no other connection.
  const agent = await agentAfter(ctx, foundCampaign(await ctx.db.one(selectCampaign(ctx, id))), input);
  await mutate(ctx, async (tx) => {
    const row = foundCampaign(await tx.one(selectCampaign(ctx, id).forUpdate()));
    refuseFixed(row, input);
    if (agent.id !== (input.agent_id ?? row.agent_id)) throw changedMeanwhile();
    const next = patchedSettings(row, input, agent);
    const changed = changedOf(row, next);
    if (changed.length === 0) return { result: undefined, audit: null };
    if (changed.includes("ends_at")) refuseEnd(row, next, ctx.now());
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
          updated_at: ctx.now(),
        })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
      ...(row.status === "running" ? [wake(ctx, id, ctx.now())] : []),
      told(id),
    );
    const after = { ...auditView({ ...row, ...next }), changed };
    return {
      result: undefined,
      audit: { action: "campaign.updated", target: id, before: auditView(row), after },
    };
  });
  return readCampaign(ctx, id);
}
