import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { enqueue } from "@/lib/platform/jobs";
import { notify } from "@/lib/platform/live";

/**
 * Enqueues a campaign's next step at `runAt`. Each campaign has one job, and a later call replaces an earlier
 * one. Call it only under the lock of the campaign's row, where the later caller knows more.
 */
export const enqueueStep = (
  { workspaceId }: Pick<Ctx, "workspaceId">,
  campaignId: string,
  runAt: string,
): Compilable<unknown> =>
  enqueue("campaign.step", { workspaceId, campaignId }, { key: `campaign:${campaignId}`, runAt });

/** Notifies the subscribers of a campaign's progress. */
export const notifyProgress = (campaignId: string): Compilable<unknown> => notify(campaignId, "progress");
