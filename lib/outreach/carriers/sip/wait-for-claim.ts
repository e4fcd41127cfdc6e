import { setTimeout as pause } from "node:timers/promises";
import type { Ctx } from "@/lib/platform/context";
import { readPlacement } from "./placement";
import { withdrawPlacement } from "./withdraw-placement";

/** How long a worker waits until a gateway claims a call. Gateways look every second, and when they are notified. */
const CLAIM_MS = 5_000;
const CLAIM_POLL_MS = 100;

/** Whether a gateway claims the call in time; if not, the call is withdrawn. */
export async function waitForClaim(ctx: Ctx, key: string): Promise<boolean> {
  const until = performance.now() + CLAIM_MS;
  while (performance.now() < until) {
    const row = await readPlacement(ctx, key);
    if (row?.state !== "requested") return row !== undefined;
    await pause(CLAIM_POLL_MS);
  }
  return !(await withdrawPlacement(ctx, key));
}
