import type { Ctx } from "@/lib/platform/context";
import { readSignedHeads } from "./heads";
import { MAX_HEADS, type SignedHead, type SignedHeads } from "./schema";
import { headKey } from "./signature";

/**
 * Lists the newest signed heads of the workspace's audit log, oldest first, with the key that verifies them. Records of restores
 * are listed however old they are, as a verification must report them.
 */
export async function listSignedHeads({ workspaceId }: Pick<Ctx, "workspaceId">): Promise<SignedHeads> {
  const data: SignedHead[] = [];
  const restores: SignedHead[] = [];
  for await (const head of readSignedHeads()) {
    if (head.workspace_id !== workspaceId) continue;
    data.push(head);
    const oldest = data.length > MAX_HEADS ? data.shift() : undefined;
    if (oldest?.restore !== undefined) restores.push(oldest);
  }
  return { ...headKey(), data: [...restores, ...data] };
}
