import { sql } from "kysely";
import { listMemberNames } from "@/lib/identity/auth";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { JoinKind } from "./join";
import type { CallJoins } from "./schema";

/** More than the calls that a page lists. */
const MAX_JOINS = 100;

/** Lists the members who are connected to calls of this environment now, the latest first. */
export async function listConnectedJoins(ctx: Ctx): Promise<CallJoins> {
  const rows = await ctx.db.all(
    db
      .selectFrom("call_joins")
      .select(["id", "call_id", "kind", "member_id", "connected_at"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("state", "=", "connected")
      .where(sql<boolean>`lease_until > now()`)
      .orderBy("id", "desc")
      .limit(MAX_JOINS),
  );
  const { data } = await listMemberNames(ctx, [...new Set(rows.map(({ member_id }) => member_id))]);
  const names = new Map(data.map(({ id, name }) => [id, name]));
  return {
    data: rows.map((row) => ({
      id: row.id,
      call_id: row.call_id,
      kind: row.kind as JoinKind,
      member_id: row.member_id,
      member_name: names.get(row.member_id) ?? null,
      connected_at: row.connected_at ?? "",
    })),
  };
}

/** The gateway that a member of a join connects to. `gatewayUrl` is null for one without an address for the gateways. */
export async function readJoinGateway(
  ctx: Ctx,
  id: string,
): Promise<{ gatewayUrl: string | null } | undefined> {
  const row = await ctx.db.first(
    db
      .selectFrom("call_joins")
      .select("gateway_url")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("state", "=", "claimed"),
  );
  return row && { gatewayUrl: row.gateway_url };
}
