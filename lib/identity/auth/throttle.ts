import { AppError } from "@/lib/platform/errors";
import type { take } from "@/lib/platform/limits";

type Window = ReturnType<typeof take>;

/**
 * Counts an attempt in rate limit windows. Returns the seconds until the next attempt; 0 if no window is
 * full.
 */
export async function secondsToWait(...windows: readonly Window[]): Promise<number> {
  const full = (await Promise.all(windows)).filter(({ admitted }) => !admitted);
  return Math.max(0, ...full.map(({ resetS }) => resetS));
}

/** Counts an attempt in rate limit windows. Throws `rate_limited` if any window is full. */
export async function throttle(...windows: readonly Window[]): Promise<void> {
  const waitS = await secondsToWait(...windows);
  if (waitS === 0) return;
  throw new AppError("too_many_attempts", { params: { seconds: waitS }, retryAfterS: waitS });
}
