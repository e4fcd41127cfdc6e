import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { reader } from "@/lib/platform/db";
import { workspaceIds } from "@/lib/platform/db/plain";
import { appendHeads, readSignedHeads } from "./heads";
import { selectHead } from "./select-head";
import { createHeadSigner } from "./signature";

/**
 * Signs the head of every workspace's chain and stores it outside the database, so that verification notices
 * a chain that was cut or rewritten. An hourly job runs it. Chains without new entries are skipped. Returns
 * the number of heads signed.
 */
export async function anchorHeads(clock: Clock = systemClock): Promise<number> {
  const lastSigned = new Map<string, number>();
  for await (const head of readSignedHeads()) lastSigned.set(head.workspace_id, head.seq);
  const sign = createHeadSigner();
  const at = iso(clock.now());
  const newHeads = [];
  for (const id of await workspaceIds()) {
    const head = await reader(id).first(selectHead(id));
    if (head === undefined || head.seq === 0 || head.seq === lastSigned.get(id)) continue;
    newHeads.push(sign({ workspace_id: id, seq: head.seq, hash: head.hash.toString("hex"), at }));
  }
  if (newHeads.length > 0) await appendHeads(newHeads);
  return newHeads.length;
}
