import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { db, reader } from "@/lib/platform/db";
import { workspaceIds } from "@/lib/platform/db/plain";
import { appendHeads, signedHeads } from "./heads";
import { headSigner } from "./signature";

/**
 * Signs the end of every workspace's chain and keeps it outside the database, so that a chain that was cut or written
 * anew shows. A job runs it hourly; where a chain has not grown, nothing is written. Answers how many were signed.
 */
export async function anchorHeads(clock: Clock = systemClock): Promise<number> {
  const signed = new Map<string, number>();
  for await (const head of signedHeads()) signed.set(head.workspace_id, head.seq);
  const sign = headSigner();
  const at = iso(clock.now());
  const moved = [];
  for (const id of await workspaceIds()) {
    const head = await reader(id).one(
      db.selectFrom("audit_heads").select(["seq", "hash"]).where("workspace_id", "=", id),
    );
    if (head === undefined || head.seq === 0 || head.seq === signed.get(id)) continue;
    moved.push(sign({ workspace_id: id, seq: head.seq, hash: head.hash.toString("hex"), at }));
  }
  if (moved.length > 0) await appendHeads(moved);
  return moved.length;
}
