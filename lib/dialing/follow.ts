import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/context";
import { record } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs";
import { type Attempt, endAttempt, findAttempt } from "./attempt";
import type { CarrierFor } from "./carrier";

/** Ends of a call that the carrier may not know of: the agent's, or somebody's who canceled it. */
const OURS: ReadonlySet<string> = new Set(["completed", "canceled", "failed"]);

/** The job that tells an attempt's campaign. */
const tell = (ctx: Ctx, { key, campaign_id: campaign }: Attempt): Compilable<unknown>[] =>
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
 * Follows an attempt whose call has ended or was settled: the contact is free for another, the result is noted, the
 * campaign is told, and the carrier hangs up what it still holds. An attempt that a carrier is being asked for at this
 * moment is left to whoever asks. Safe to repeat. Throws `unavailable` where the carrier must be told again.
 */
export async function followAttempt(base: Ctx, callId: string, carrierFor: CarrierFor): Promise<void> {
  const found = await findAttempt(base, { callId });
  if (found === undefined || found.attempt.call_ended_at === null) return;
  const { ctx, attempt } = found;
  if (attempt.state === "placing") return;
  await record(ctx, { run: [endAttempt(ctx, attempt.key, ["claimed", "placed"]), ...tell(ctx, attempt)] });
  if (attempt.carrier_ref === null || !OURS.has(attempt.status)) return;
  const { at } = await carrierFor(attempt.environment).hangUp(ctx, attempt.carrier_ref);
  if (at === "unavailable") throw new AppError("unavailable", "The carrier could not be told to hang up.");
}
