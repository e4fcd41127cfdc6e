import { sql } from "kysely";
import { readPlaceRequest } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { db, writeUnaudited } from "@/lib/platform/db";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { notifyExpression } from "@/lib/platform/live";
import { endPlacement } from "./end-placement";
import { attemptOfPlacement, type ClaimedPlacement, leaseExpiry } from "./placement";

/** Stored as the status of a call whose INVITE was not sent. */
const NOT_SENT = 503;

/** Claims a requested placement of the context's environment, and tells its worker; undefined if another gateway has claimed it, or it was withdrawn. */
async function claim(ctx: Ctx, key: string, gatewayId: string) {
  const update = db
    .updateTable("sip_placements")
    .set({
      state: "claimed",
      gateway_id: gatewayId,
      claimed_at: ctx.now(),
      lease_until: leaseExpiry,
    })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("environment", "=", ctx.environment)
    .where("key", "=", key)
    .where("state", "=", "requested")
    .returning(["call_id", "integration_id", "from_number"])
    // The worker that requested the call waits for it.
    .returning(notifyExpression(sql`call_id`, "sip_claimed").as("notified"));
  const [[row]] = await writeUnaudited(ctx, { run: [update] });
  return row;
}

/**
 * Claims the oldest call that waits for a gateway, of any workspace; null if there is none. The claim is committed before it
 * returns: from here on an INVITE may leave, and no process places the call again. A call whose numbers are erased is ended.
 */
export async function claimPlacement(gatewayId: string): Promise<ClaimedPlacement | null> {
  const waiting = sql<{ workspace_id: string; key: string }>`next_sip_placement()`;
  const [rows] = await plainBatch(plain.selectFrom(waiting.as("p")).select(["p.workspace_id", "p.key"]));
  for (const { workspace_id: workspaceId, key } of rows) {
    const base = systemCtx(workspaceId, "voice.sip", { environment: "live" });
    const row = await claim(base, key, gatewayId);
    if (row === undefined) continue;
    const match = await attemptOfPlacement(base, key);
    const request = match && (await readPlaceRequest(match.ctx, match.attempt));
    if (!match || !request) {
      // Its contact was erased meanwhile, and nothing is sent.
      await endPlacement({ ctx: base, key }, NOT_SENT);
      continue;
    }
    return {
      ctx: match.ctx,
      key,
      callId: row.call_id,
      integrationId: row.integration_id,
      to: request.to,
      from: row.from_number,
      gatewayId,
    };
  }
  return null;
}
