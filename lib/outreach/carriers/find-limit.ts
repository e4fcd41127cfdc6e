import { listCallAccounts } from "@/lib/agents/phone-numbers";
import type { LimitRequest } from "@/lib/outreach/dialing";
import { readOutboundRoutes, selectOutboundRoute } from "@/lib/outreach/outbound-routes";
import { findTrunkLimit } from "@/lib/outreach/trunk-limits";
import { earlierTime } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { countryOf } from "./sip/dial-rules";

/** The prefix of a route for all numbers. */
const ALL_NUMBERS = "+";

/** An account that may place the calls. `number`: one of the workspace that it can show, in E.164; null if there is none. */
type Account = { id: string; kind: string; number: string | null };

/** The trunks of the routes that may place calls: all of them, or of one number. `isComplete`: no call is placed over others. */
async function readRoutedTrunks(
  ctx: Ctx,
  { to, trunkIds }: LimitRequest,
): Promise<{ ids: readonly string[]; isComplete: boolean }> {
  if (trunkIds !== null) return { ids: trunkIds, isComplete: true };
  const { routes } = await readOutboundRoutes(ctx);
  if (to === null)
    return {
      ids: routes.flatMap(({ trunk_ids }) => trunk_ids),
      isComplete: routes.some(({ prefix }) => prefix === ALL_NUMBERS),
    };
  const route = selectOutboundRoute(routes, to);
  return { ids: route?.trunk_ids ?? [], isComplete: route !== undefined };
}

/** The accounts that may place the calls. A trunk of a route can be without a number, and shows one of another trunk then. */
async function listUsedAccounts(ctx: Ctx, request: LimitRequest): Promise<Account[]> {
  const [accounts, routed] = await Promise.all([listCallAccounts(ctx), readRoutedTrunks(ctx, request)]);
  const numbers = new Map(accounts.map(({ id, number }) => [id, number]));
  const [first] = accounts;
  const trunks = [...new Set(routed.ids)].map((id) => ({
    id,
    kind: "sip",
    number: numbers.get(id) ?? first?.number ?? null,
  }));
  if (routed.isComplete) return trunks;
  return [...trunks, ...accounts.filter(({ id }) => !routed.ids.includes(id))];
}

/**
 * Finds until when limits forbid calls: those of a campaign, all calls, or those to one number. Only the trunks count that may
 * place them: those of the campaign, else of the routes, else all accounts. Null if one of these can call; Twilio has limits at
 * Twilio.
 */
export async function findLimit(ctx: Ctx, request: LimitRequest): Promise<string | null> {
  const { to } = request;
  const accounts = await listUsedAccounts(ctx, request);
  if (accounts.some(({ kind }) => kind !== "sip")) return null;
  const country = to === null ? null : countryOf(to);
  let earliest: string | null = null;
  for (const { id, number } of accounts) {
    const isForeign = number !== null && country !== countryOf(number);
    const limit = await findTrunkLimit(ctx, id, to === null ? undefined : { to, country, isForeign });
    if (limit === null) return null;
    earliest = earlierTime(earliest, limit.until);
  }
  return earliest;
}
