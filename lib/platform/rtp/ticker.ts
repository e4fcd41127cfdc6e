import { FRAME_MS } from "@/lib/platform/audio";

/** Ticks made up for after the event loop was blocked; longer ones are skipped. */
const MAX_LATE_TICKS = 5;

/** Called each 20 ms; `skipped` ticks before it never came. */
export type TickHandler = (nowMs: number, skipped: number) => void;

/** A clock that all sessions of a process share. */
export type Ticker = { add(handler: TickHandler): void; remove(handler: TickHandler): void };

/**
 * Ticks each 20 ms on average: late ticks are made up for, as timers drift. It runs while it has handlers. Errors of a
 * handler are passed to `onError`, so that they do not stop the clock of the rest.
 */
export function createTicker(onError: (error: unknown) => void): Ticker {
  const handlers = new Set<TickHandler>();
  let timer: NodeJS.Timeout | null = null;
  let dueMs = 0;

  const runAll = (nowMs: number, skipped: number) => {
    for (const handler of handlers) {
      try {
        handler(nowMs, skipped);
      } catch (error) {
        onError(error);
      }
    }
  };
  const schedule = () => {
    timer = setTimeout(run, Math.max(0, Math.ceil(dueMs - performance.now())));
  };
  function run(): void {
    const nowMs = performance.now();
    const due = Math.floor((nowMs - dueMs) / FRAME_MS) + 1;
    let skipped = Math.max(0, due - MAX_LATE_TICKS);
    for (let i = skipped; i < due; i++) {
      runAll(nowMs, skipped);
      skipped = 0;
    }
    dueMs += Math.max(0, due) * FRAME_MS;
    if (handlers.size > 0) schedule();
    else timer = null;
  }
  return {
    add(handler) {
      handlers.add(handler);
      if (timer !== null) return;
      dueMs = performance.now() + FRAME_MS;
      schedule();
    },
    remove(handler) {
      handlers.delete(handler);
      if (handlers.size > 0 || timer === null) return;
      clearTimeout(timer);
      timer = null;
    },
  };
}
