import type { Ctx } from "@/lib/platform/context";
import { readSignedHeads } from "./heads";
import { MAX_HEADS, type SignedHead, type SignedHeads } from "./schema";
import { headKey } from "./signature";

/** Lists the newest signed heads of the workspace's audit log, oldest first, with the key that verifies them. */
export async function listSignedHeads({ workspaceId }: Pick<Ctx, "workspaceId">): Promise<SignedHeads> {
  const data: SignedHead[] = [];
  for await (const head of readSignedHeads()) {
    if (head.workspace_id !== workspaceId) continue;
    data.push(head);
    if (data.length > MAX_HEADS) data.shift();
  }
  return { ...headKey(), data };
}
