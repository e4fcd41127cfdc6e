import { type ClaimedPlacement, claimPlacement, SIP_REQUESTS } from "@/lib/outreach/carriers";
import { subscribe } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";

/** How often a gateway looks for calls without a notification. */
const POLL_MS = 1_000;

type Options = {
  gatewayId: string;
  /** Whether this gateway accepts a further call. */
  hasPlace(): boolean;
  place(placement: ClaimedPlacement): Promise<void>;
};

/** Claims requested calls for this gateway, while it has places, until `stop`. */
export function startClaimLoop({ gatewayId, hasPlace, place }: Options) {
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let isRunning = false;
  let isRequested = false;
  let unsubscribe: (() => void) | undefined;

  /** Claims one call. False if there is none, or no place for it. */
  async function claimOne(): Promise<boolean> {
    if (!hasPlace()) return false;
    const placement = await claimPlacement(gatewayId);
    if (placement === null) return false;
    const placing = place(placement).finally(() => running.delete(placing));
    running.add(placing);
    return true;
  }

  async function run(): Promise<void> {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isRequested && !isStopped) {
        isRequested = false;
        while (!isStopped && (await claimOne()));
      }
    } catch (error) {
      log.warn({ err: error }, "requested calls could not be read");
    } finally {
      isRunning = false;
    }
  }

  const timer = setInterval(() => void run(), POLL_MS);
  timer.unref();
  subscribe(SIP_REQUESTS, () => void run()).then(
    (stop) => {
      unsubscribe = stop;
      if (isStopped) stop();
    },
    (error: unknown) => log.warn({ err: error }, "requested calls are noticed by polling only"),
  );
  return {
    /** Claims no further call. */
    stop(): void {
      isStopped = true;
      clearInterval(timer);
      unsubscribe?.();
    },
    /** Resolves once the results of all claimed calls are stored. */
    async waitUntilStored(): Promise<void> {
      await Promise.allSettled(running);
    },
  };
}
