import { pauseTrunk } from "@/lib/agents/integrations";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { SipFailure } from "@/lib/platform/sip";

/** The status by which a server refuses every call. `Retry-After` of others concerns the called person or the one request. */
const SERVICE_UNAVAILABLE = 503;

/**
 * Pauses a trunk whose server answered 503 with a `Retry-After` (RFC 3261, 21.5.4). Without one a 503 counts as a 500. Never
 * rejects: a pause that is not stored costs a further refused call.
 */
export async function pauseAfter503(
  ctx: Pick<Ctx, "workspaceId">,
  trunkId: string,
  { status, retryAfterS, wasSent }: SipFailure,
): Promise<void> {
  if (status !== SERVICE_UNAVAILABLE || retryAfterS === null || !wasSent) return;
  try {
    await pauseTrunk(ctx, trunkId, retryAfterS);
    log.info({ trunkId, retryAfterS }, "a trunk is paused, as its server accepts no calls now");
  } catch (error) {
    log.warn({ err: error, trunkId }, "the pause of a trunk was not stored");
  }
}
