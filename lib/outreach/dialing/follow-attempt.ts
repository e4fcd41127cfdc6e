import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { type Attempt, findAttempt } from "./attempt";
import { endAttempt } from "./attempt-updates";
import type { CarrierFor } from "./carrier";
import { notifyCampaigns } from "./jobs";

/** Call statuses that the carrier may not know of: the agent ended the call, or it was canceled here. */
const OURS: ReadonlySet<string> = new Set(["completed", "canceled", "failed"]);

/** Enqueues the job that tells the campaign how the call of an ended attempt was settled. */
const tellOutcome = (ctx: Ctx, { key, campaign_id: campaign }: Attempt): Compilable<unknown>[] =>
  campaign === null
    ? []
    : [
        enqueue(
          "campaign.result",
          { workspaceId: ctx.workspaceId, key },
          { key: `result:${key}`, runAt: ctx.now() },
        ),
      ];

/**
 * How long a slot waits for a carrier that does not accept the hang-up. By then the carrier has ended the
 * silent call, and a carrier that is unavailable this long places no calls either.
 */
const HANG_UP_PATIENCE_MS = 10 * 60_000;

/** Hangs up if needed. Returns whether the carrier has no call of the attempt any more. */
async function isHungUp(
  ctx: Ctx,
  { carrier_ref: ref, status }: Attempt,
  carrierFor: CarrierFor,
): Promise<boolean> {
  if (ref === null || !OURS.has(status)) return true;
  return (await carrierFor(ctx.environment).hangUp(ctx, ref)).at !== "unavailable";
}

/**
 * Completes an attempt whose call has ended or was settled. First the carrier hangs up a call that it still
 * has. Then the slot and the contact are free, the result is stored, and the campaign is notified. An attempt
 * in `placing` is skipped: its worker completes it. Safe to repeat. Throws `unavailable` if the hang-up has
 * to be retried.
 */
export async function followAttempt(base: Ctx, callId: string, carrierFor: CarrierFor): Promise<void> {
  const match = await findAttempt(base, { callId });
  if (match === undefined) return;
  const { ctx, attempt } = match;
  const { call_ended_at: endedAt } = attempt;
  if (endedAt === null) return;
  if (attempt.state === "placing") return;
  if (attempt.state === "ended") {
    if (attempt.status !== "completed") return notifyCampaigns(ctx, [attempt]);
    return void (await writeUnaudited(ctx, { run: tellOutcome(ctx, attempt) }));
  }
  const waitedMs = Date.parse(ctx.now()) - Date.parse(endedAt);
  if (!(await isHungUp(ctx, attempt, carrierFor)) && waitedMs < HANG_UP_PATIENCE_MS)
    throw new AppError("hang_up_failed");
  await writeUnaudited(ctx, { run: [endAttempt(ctx, attempt.key, ["claimed", "placed"])] });
  await notifyCampaigns(ctx, [attempt]);
}
