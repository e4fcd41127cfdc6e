import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";

/** The longest pause. A carrier that names a longer time is tried again after this one, as an outage often ends earlier. */
const MAX_PAUSE_S = 300;

/** Expression for a query of `integrations`: until when a trunk is paused (RFC 3339), by the database's clock; null if it is not. */
export const pausedUntil: RawBuilder<string | null> =
  sql`case when (integrations.settings ->> 'paused_until')::timestamptz > now() then (integrations.settings ->> 'paused_until')::timestamptz end`;

/**
 * Pauses a trunk of the workspace for the seconds of a 503's `Retry-After` (RFC 3261, 21.5.4), at most five minutes: no call is
 * placed over it meanwhile. The end is by the database's clock, so that it is the same for all processes. A pause that ends later
 * stays.
 */
export async function pauseTrunk(
  ctx: Pick<Ctx, "workspaceId">,
  id: string,
  retryAfterS: number,
): Promise<void> {
  const seconds = Math.min(retryAfterS, MAX_PAUSE_S);
  if (seconds <= 0) return;
  const end = sql`greatest((settings ->> 'paused_until')::timestamptz, now() + ${seconds} * interval '1 second')`;
  const pause = db
    .updateTable("integrations")
    .set({ settings: sql`settings || jsonb_build_object('paused_until', ${end})` })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id)
    .where("kind", "=", "sip");
  await writeUnaudited(ctx, { run: [pause] });
}
