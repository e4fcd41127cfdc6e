import { setTimeout as pause } from "node:timers/promises";
import { hasGateway, releaseGatewayCall, reserveGatewayCall } from "@/lib/platform/gateways";

/** Time between two tries to get a free call: gateways report every two seconds. */
const RETRY_MS = 2_000;

/**
 * Does work that needs as much of the machine as a call, while a gateway has a free call for it, which live calls then do not
 * get. Waits for a free call until the signal aborts. Without a running gateway there are no live calls, and it starts at once.
 */
export async function withVoiceCapacity<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    if (await reserveGatewayCall()) {
      try {
        return await work();
      } finally {
        await releaseGatewayCall();
      }
    }
    if (!(await hasGateway())) return work();
    await pause(RETRY_MS, undefined, { signal });
  }
}
