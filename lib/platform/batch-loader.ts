import { setTimeout as pause } from "node:timers/promises";

type PendingItem<In, Result> = { item: In; resolve(result: Result): void; reject(error: unknown): void };
type Options<In, Result> = {
  /** Items with the same key share a batch. Batches of different keys run in parallel. By default all share one key. */
  keyOf?(item: In): string;
  /** Maximum number of items in a batch. */
  maxItems: number;
  /** Maximum number of waiting items of a key, and the error of an item beyond it. By default there is no limit. */
  waiting?: { max: number; refuse(): Error };
  /** Minimum time from the start of a batch to the next of its key, unless more items wait than a batch holds. */
  intervalMs?: number;
  /**
   * After a failed batch: `retry` loads each of its items alone, so that one bad item fails only its own caller;
   * `reject` fails all of them.
   */
  onFailure: "retry" | "reject";
  /** Returns one result for each item, in the same order. */
  loadBatch(items: readonly [In, ...In[]]): Promise<readonly Result[]>;
};

/** Waits until all callers in this turn of the event loop have queued their items. */
const waitForEndOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Creates a batch loader: concurrent items are collected and loaded together. Items that arrive while a batch
 * of their key runs wait for the next batch. A batch starts at the end of the current turn of the event loop
 * and does not wait for more items.
 */
export function createBatchLoader<In, Result>({
  keyOf = () => "",
  maxItems,
  waiting = { max: Number.POSITIVE_INFINITY, refuse: () => new Error("unreachable") },
  intervalMs = 0,
  onFailure,
  loadBatch,
}: Options<In, Result>): (item: In) => Promise<Result> {
  const queues = new Map<string, PendingItem<In, Result>[]>();

  async function runBatch(batch: readonly PendingItem<In, Result>[]): Promise<void> {
    const [first, ...remaining] = batch;
    if (first === undefined) return;
    try {
      const results = await loadBatch([first.item, ...remaining.map(({ item }) => item)]);
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (error) {
      if (remaining.length > 0 && onFailure === "retry")
        await Promise.all(batch.map((pending) => runBatch([pending])));
      else for (const { reject } of batch) reject(error);
    }
  }

  async function drain(key: string, queue: PendingItem<In, Result>[]): Promise<void> {
    await waitForEndOfTurn();
    while (queue.length > 0) {
      const batch = queue.splice(0, maxItems);
      const rested = intervalMs > 0 && queue.length === 0 ? pause(intervalMs) : undefined;
      await runBatch(batch);
      await rested;
    }
    queues.delete(key);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const key = keyOf(item);
      const queue = queues.get(key) ?? [];
      if (queue.length >= waiting.max) {
        reject(waiting.refuse());
        return;
      }
      queue.push({ item, resolve, reject });
      if (queues.has(key)) return;
      queues.set(key, queue);
      void drain(key, queue);
    });
}
