import { calledNumberOf, parseInboundRoutes, selectInboundRoute } from "@/lib/agents/inbound-routes";
import { isEncryptionMissing, readTrunkState } from "@/lib/agents/integrations";
import { findOwnNumber, selectCallerId } from "@/lib/agents/phone-numbers";
import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import type { Ctx } from "@/lib/platform/context";

/** Longest user part that is stored as the called number of a call. */
const MAX_USER = 64;

/**
 * How a trunk's calls to a called number are answered: by a phone number that is connected to the trunk, or by a route.
 * `number`: the called number to store, in E.164 if it is one. `callerId`: the number that transfers and forwarded calls show;
 * null if the trunk has none, so that there are none. `pattern`: of the route, null for a connected number. `isRefused`: the workspace requires encryption, and the trunk does not.
 */
export type Answering = Pick<PhoneNumber, "id" | "number" | "agent_id" | "hours" | "fallback_number"> & {
  callerId: string | null;
  pattern: string | null;
  isRefused: boolean;
};

/** Finds the number that an INVITE calls. A number of another trunk or carrier does not count. */
export async function findTrunkNumber(
  ctx: Ctx,
  trunkId: string,
  called: string,
): Promise<PhoneNumber | undefined> {
  const number = await findOwnNumber(ctx, calledNumberOf(called));
  return number?.integration_id === trunkId ? number : undefined;
}

/**
 * Finds how a trunk answers a called user part. A connected number wins over every route; of the routes the most specific one
 * decides. Undefined if neither exists, or the trunk was disconnected.
 */
export async function findAnswering(
  ctx: Ctx,
  trunkId: string,
  called: string,
): Promise<Answering | undefined> {
  const trunk = await readTrunkState(ctx, trunkId);
  if (trunk === undefined) return undefined;
  const isRefused = isEncryptionMissing({ ...trunk.settings, ...trunk });
  const number = await findTrunkNumber(ctx, trunkId, called);
  if (number !== undefined) return { ...number, callerId: number.number, pattern: null, isRefused };
  const route = selectInboundRoute(parseInboundRoutes(trunk.settings.inboundRoutes), called);
  if (route === undefined) return undefined;
  const { pattern, agent_id: agentId, hours, fallback_number } = route;
  const callerId = await selectCallerId(ctx, { integrationId: trunkId, agentId, preferred: null });
  const stored = calledNumberOf(called).slice(0, MAX_USER);
  return {
    id: trunkId,
    number: stored,
    agent_id: agentId,
    hours,
    fallback_number,
    callerId,
    pattern,
    isRefused,
  };
}
