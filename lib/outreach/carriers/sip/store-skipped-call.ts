import type { PlaceRequest } from "@/lib/outreach/dialing";
import type { StoredTry } from "@/lib/outreach/trunk-tries";
import type { Ctx } from "@/lib/platform/context";
import { db, json, writeUnaudited } from "@/lib/platform/db";

/**
 * Stores a call that no trunk of its order may place, as withdrawn, so that the call's page names the reason of each trunk. Without
 * a trunk there is nothing to store. Only for an attempt that ends with this answer, as a stored one is never placed.
 */
export async function storeSkippedCall(
  ctx: Ctx,
  { key, callId, from }: Pick<PlaceRequest, "key" | "callId" | "from">,
  tries: readonly StoredTry[],
): Promise<void> {
  const [first] = tries;
  if (first === undefined) return;
  const insert = db
    .insertInto("sip_placements")
    .values({
      key,
      workspace_id: ctx.workspaceId,
      environment: ctx.environment,
      call_id: callId,
      integration_id: first.integration_id,
      from_number: first.from_number ?? from ?? "",
      requested_at: ctx.now(),
      state: "withdrawn",
      tries: json(tries),
    })
    .onConflict((conflict) => conflict.doNothing());
  await writeUnaudited(ctx, { run: [insert] });
}
