import type { Ctx } from "@/lib/platform/context";
import { subscribe } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import { readPlacement } from "./placement";
import { withdrawPlacement } from "./withdraw-placement";

/** How long a worker waits until a gateway claims a call. Gateways look every second, and when they are notified. */
const CLAIM_MS = 5_000;
/** How often it looks without a notification, which is lost if the connection for live events is. */
const POLL_MS = 1_000;

/**
 * Waits until a gateway claims a requested call, which the gateway notifies. Returns false if none has in time; then the call
 * is withdrawn, and certainly was not placed.
 */
export async function waitForClaim(
  ctx: Ctx,
  { key, callId }: { key: string; callId: string },
): Promise<boolean> {
  const until = performance.now() + CLAIM_MS;
  let isOver = false;
  let wake: () => void = () => undefined;
  let unsubscribe: () => void = () => undefined;
  subscribe(callId, () => wake()).then(
    (stop) => {
      unsubscribe = stop;
      if (isOver) stop();
      // A claim before the subscription was not notified.
      wake();
    },
    (error: unknown) => log.warn({ err: error, callId }, "the claim of a call is noticed by polling only"),
  );
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const row = await readPlacement(ctx, key);
      if (row?.state !== "requested") return row !== undefined;
      const remainingMs = until - performance.now();
      if (remainingMs <= 0) break;
      await withTimeout(woken, Math.min(POLL_MS, remainingMs), () => undefined);
    }
  } finally {
    isOver = true;
    unsubscribe();
  }
  return !(await withdrawPlacement(ctx, key));
}
