import { FRAME_MS } from "@/lib/platform/audio";

/**
 * How far relayed audio may run ahead of its time. After a stall a browser sends what it kept at once. Without a limit, the other
 * side would hear everything that much later until the end of the call.
 */
const MAX_AHEAD_MS = 300;

/** Returns a function that tells whether a frame that arrives at `nowMs` is relayed. */
export function createPacer(): (nowMs: number) => boolean {
  let aheadMs = 0;
  let lastMs: number | null = null;
  return (nowMs) => {
    aheadMs = Math.max(0, aheadMs - (nowMs - (lastMs ?? nowMs)));
    lastMs = nowMs;
    if (aheadMs + FRAME_MS > MAX_AHEAD_MS) return false;
    aheadMs += FRAME_MS;
    return true;
  };
}
