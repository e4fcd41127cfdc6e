import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { enqueue } from "@/lib/platform/jobs";
import { notify } from "@/lib/platform/live";

/**
 * The statement that lets a campaign's next step run at `runAt`. One job for each campaign, and the later statement
 * replaces the earlier: so it is sent under the lock of the campaign's row alone, where the later one knows more.
 */
export const wake = (
  { workspaceId }: Pick<Ctx, "workspaceId">,
  campaignId: string,
  runAt: string,
): Compilable<unknown> =>
  enqueue("campaign.step", { workspaceId, campaignId }, { key: `campaign:${campaignId}`, runAt });

/** The statement that tells whoever watches. */
export const told = (campaignId: string): Compilable<unknown> => notify(campaignId, "progress");
