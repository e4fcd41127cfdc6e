import { plusMs } from "@/lib/platform/clock";
import { db, writeUnaudited } from "@/lib/platform/db";
import { type ClaimedPlacement, PLACEMENT_LEASE_MS } from "./placement";

const updateClaimed = ({ ctx, key }: ClaimedPlacement) =>
  db
    .updateTable("sip_placements")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("key", "=", key)
    .where("state", "=", "claimed");

/** Renews a gateway's claim, while its INVITE rings or its call continues. */
export async function renewPlacement(placement: ClaimedPlacement): Promise<void> {
  const leaseUntil = plusMs(placement.ctx.now(), PLACEMENT_LEASE_MS);
  await writeUnaudited(placement.ctx, { run: [updateClaimed(placement).set({ lease_until: leaseUntil })] });
}

/** Ends a placement with the status of the final response; 200 for a call that was answered. */
export async function endPlacement(placement: ClaimedPlacement, status: number | null): Promise<void> {
  const now = placement.ctx.now();
  await writeUnaudited(placement.ctx, {
    run: [updateClaimed(placement).set({ state: "ended", sip_status: status, ended_at: now })],
  });
}
