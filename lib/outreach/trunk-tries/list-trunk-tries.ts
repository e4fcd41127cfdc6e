import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { describeTries, type PlacementRow } from "./describe-tries";
import type { TrunkTries, TrunkTry } from "./schema";

const selectPlacements = (workspaceId: string, callIds: readonly string[]) =>
  db
    .selectFrom("sip_placements")
    .select(["call_id", "integration_id", "from_number", "state", "sip_status"])
    .select(["requested_at", "claimed_at", "tries"])
    .select(sql<boolean>`coalesce(lease_until > now(), false)`.as("is_held"))
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", sql<string>`any(${callIds}::text[])`);

const selectTrunkNames = (workspaceId: string) =>
  db
    .selectFrom("integrations")
    .select(["id", "name"])
    .where("workspace_id", "=", workspaceId)
    .where("kind", "=", "sip");

/**
 * Reads the tries of several calls over SIP trunks, by the call's identifier. Calls that were placed over no trunk are missing. The
 * caller has checked that the calls are of the context's workspace.
 */
export async function readTriesOfCalls(
  { workspaceId, db: reader }: Pick<Ctx, "workspaceId" | "db">,
  callIds: readonly string[],
): Promise<ReadonlyMap<string, TrunkTry[]>> {
  if (callIds.length === 0) return new Map();
  const placements = await reader.all(selectPlacements(workspaceId, callIds));
  if (placements.length === 0) return new Map();
  const trunks = await reader.all(selectTrunkNames(workspaceId));
  const names = new Map(trunks.map(({ id, name }) => [id, name]));
  return new Map(
    placements.map(({ call_id: callId, ...row }) => [callId, describeTries(row as PlacementRow, names)]),
  );
}

/** Lists the SIP trunks over which a call was tried. Throws `not_found` without the call. */
export async function listTrunkTries(ctx: Ctx, callId: string): Promise<TrunkTries> {
  const call = await ctx.db.first(
    db
      .selectFrom("calls")
      .select("id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("id", "=", callId),
  );
  if (call === undefined) throw notFound();
  return { data: (await readTriesOfCalls(ctx, [callId])).get(callId) ?? [] };
}
