import { type AuditEvent, mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import type { Tx } from "@/lib/platform/db";
import { readCampaign } from "./read";
import { auditView, type CampaignRow, foundCampaign, selectCampaign, updateCampaignRow } from "./row";
import type { Campaign, CampaignStatus } from "./schema";
import { refusedIn, TURNS, type Verb } from "./states";
import { told } from "./wake";

type To = {
  action: AuditEvent["action"];
  set: { status: CampaignStatus; completed_at?: string };
  /** What else happens in the transaction. */
  also?: (tx: Tx) => Promise<unknown>;
};

/**
 * Turns a campaign into another state, by the machine of `states.ts`: where it is there already nothing happens. Throws
 * `not_found`, and `invalid_state` where no way leads there.
 */
export async function turn(
  ctx: Ctx,
  id: string,
  verb: Verb,
  to: (row: CampaignRow) => To,
): Promise<Campaign> {
  const { from, already }: { from: readonly string[]; already: readonly string[] } = TURNS[verb];
  await mutate(ctx, async (tx) => {
    const row = foundCampaign(await tx.one(selectCampaign(ctx, id).forUpdate()));
    if (already.includes(row.status)) return { result: undefined, audit: null };
    if (!from.includes(row.status))
      throw refusedIn(row.status, `To ${verb} it, it must be ${from.join(" or ")}.`);
    const { action, set, also } = to(row);
    await tx.batch(updateCampaignRow(ctx, id, set), told(id));
    await also?.(tx);
    return {
      result: undefined,
      audit: { action, target: id, before: auditView(row), after: auditView({ ...row, ...set }) },
    };
  });
  return readCampaign(ctx, id);
}
