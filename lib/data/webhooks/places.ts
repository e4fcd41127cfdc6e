import { globalSingleton } from "@/lib/platform/global-singleton";

/** Endpoints that a process serves concurrently, except those that it only waits for. */
export const PLACES = 32;

/**
 * A pool of places, taken several at a time and returned one by one. A caller gets all free places up to its
 * limit, and waits for one if none is free, in order of arrival.
 */
export function createPlaces(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  const next = () => {
    if (free > 0) waiting.shift()?.();
  };
  return {
    async take(limit: number): Promise<number> {
      // A notified caller can find that a newer one was faster.
      for (let wait = free === 0 || waiting.length > 0; wait; wait = free === 0)
        await new Promise<void>((come) => waiting.push(come));
      const granted = Math.min(free, limit);
      free -= granted;
      next();
      return granted;
    },
    give(returned: number): void {
      free += returned;
      next();
    },
  };
}

/** The places of this process. */
export const places = globalSingleton("webhooks.places", () => createPlaces(PLACES));
