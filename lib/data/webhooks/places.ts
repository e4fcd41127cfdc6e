import { perProcess } from "@/lib/platform/per-process";

/** Endpoints that a process sends to at once, those apart that it only waits for. */
export const PLACES = 32;

/**
 * Places that are taken by several at once and given back one by one. Who takes gets all that are free, and waits for one
 * where none is; in the order in which they came.
 */
export function openPlaces(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  const next = () => {
    if (free > 0) waiting.shift()?.();
  };
  return {
    async take(most: number): Promise<number> {
      // Who was called may find that somebody who came just then was faster.
      for (let wait = free === 0 || waiting.length > 0; wait; wait = free === 0)
        await new Promise<void>((come) => waiting.push(come));
      const taken = Math.min(free, most);
      free -= taken;
      next();
      return taken;
    },
    give(taken: number): void {
      free += taken;
      next();
    },
  };
}

/** Those of this process. */
export const places = perProcess("webhooks.places", () => openPlaces(PLACES));
