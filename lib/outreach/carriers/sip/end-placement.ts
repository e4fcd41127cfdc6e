import { endAndCount } from "@/lib/outreach/trunk-limits";
import { db, writeUnaudited } from "@/lib/platform/db";
import { type ClaimedPlacement, leaseExpiry } from "./placement";
import { eventOfStatus } from "./sip-status";

type Claim = Pick<ClaimedPlacement, "ctx" | "key">;

const updateClaimed = ({ ctx, key }: Claim) =>
  db
    .updateTable("sip_placements")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key)
    .where("state", "=", "claimed");

/** Renews a gateway's claim, while its INVITE rings or its call continues. */
export async function renewPlacement(placement: Claim): Promise<void> {
  await writeUnaudited(placement.ctx, { run: [updateClaimed(placement).set({ lease_until: leaseExpiry })] });
}

/**
 * Ends a placement with the status of the final response; 200 for a call that was answered. It counts toward the limits of its
 * trunk.
 */
export async function endPlacement(placement: Claim, status: number | null): Promise<void> {
  const { ctx, key } = placement;
  const isFailure = status !== null && eventOfStatus(status) === "failed";
  const end = { workspaceId: ctx.workspaceId, key, status, isFailure, endedAt: ctx.now() };
  await writeUnaudited(ctx, { run: [endAndCount(end)] });
}
