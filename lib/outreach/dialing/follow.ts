import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { type Attempt, findAttempt } from "./attempt";
import type { CarrierFor } from "./carrier";
import { tellCampaigns } from "./jobs";
import { endAttempt } from "./moves";

/** Ends of a call that the carrier may not know of: the agent's, or somebody's who canceled it. */
const OURS: ReadonlySet<string> = new Set(["completed", "canceled", "failed"]);

/** The job that tells the campaign of an attempt that has ended before how its call was settled. */
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
 * How long a slot waits for a carrier that cannot be told to hang up. By then it has ended the call by itself, as nobody
 * speaks any more; and one that is away for so long places nothing either.
 */
const HANG_UP_PATIENCE_MS = 10 * 60_000;

/** Whether the carrier holds no call of the attempt any more, told if need be. */
async function isHungUp(
  ctx: Ctx,
  { carrier_ref: ref, status }: Attempt,
  carrierFor: CarrierFor,
): Promise<boolean> {
  if (ref === null || !OURS.has(status)) return true;
  return (await carrierFor(ctx.environment).hangUp(ctx, ref)).at !== "unavailable";
}

/**
 * Follows an attempt whose call has ended or was settled: the carrier hangs up what it still holds, and only then is the
 * slot free, the contact free for another, the result noted, and the campaign told. An attempt that a carrier is being
 * asked for at this moment is left to whoever asks. Safe to repeat. Throws `unavailable` where the carrier must be told
 * again.
 */
export async function followAttempt(base: Ctx, callId: string, carrierFor: CarrierFor): Promise<void> {
  const found = await findAttempt(base, { callId });
  if (found === undefined) return;
  const { ctx, attempt } = found;
  const { call_ended_at: endedAt } = attempt;
  if (endedAt === null) return;
  if (attempt.state === "placing") return;
  if (attempt.state === "ended") {
    if (attempt.status !== "completed") return tellCampaigns(ctx, [attempt]);
    return void (await record(ctx, { run: tellOutcome(ctx, attempt) }));
  }
  const waitedMs = Date.parse(ctx.now()) - Date.parse(endedAt);
  if (!(await isHungUp(ctx, attempt, carrierFor)) && waitedMs < HANG_UP_PATIENCE_MS)
    throw new AppError("unavailable", "The carrier could not be told to hang up.");
  await record(ctx, { run: [endAttempt(ctx, attempt.key, ["claimed", "placed"])] });
  await tellCampaigns(ctx, [attempt]);
}
