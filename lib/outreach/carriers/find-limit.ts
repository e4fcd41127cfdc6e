import { listCallAccounts } from "@/lib/agents/phone-numbers";
import { findTrunkLimit } from "@/lib/outreach/trunk-limits";
import type { Ctx } from "@/lib/platform/context";
import { countryOf } from "./sip/dial-rules";

/**
 * Finds until when limits forbid calls over all of the workspace's trunks: all calls, or those to one number. Null if one of its
 * accounts can call; Twilio has limits at Twilio.
 */
export async function findLimit(ctx: Ctx, to: string | null): Promise<string | null> {
  const accounts = await listCallAccounts(ctx);
  if (accounts.some(({ kind }) => kind !== "sip")) return null;
  let earliest: string | null = null;
  for (const { id, number } of accounts) {
    const country = to === null ? null : countryOf(to);
    const destination = to === null ? undefined : { to, country, isForeign: country !== countryOf(number) };
    const limit = await findTrunkLimit(ctx, id, destination);
    if (limit === null) return null;
    if (earliest === null || limit.until < earliest) earliest = limit.until;
  }
  return earliest;
}
