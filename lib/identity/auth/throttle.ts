import { AppError } from "@/lib/platform/errors";
import type { take } from "@/lib/platform/limits";

type Window = ReturnType<typeof take>;

/** Counts an attempt in windows; answers in how many seconds the next may be made: 0 where none of them was full. */
export async function secondsToWait(...windows: readonly Window[]): Promise<number> {
  const full = (await Promise.all(windows)).filter(({ admitted }) => !admitted);
  return Math.max(0, ...full.map(({ resetS }) => resetS));
}

/** Counts an attempt in windows. Throws `rate_limited` where any of them is full. */
export async function throttle(...windows: readonly Window[]): Promise<void> {
  const waitS = await secondsToWait(...windows);
  if (waitS === 0) return;
  throw new AppError("rate_limited", `Too many attempts. Wait ${waitS} s and try again.`, {
    retryAfterS: waitS,
  });
}
