type Waiting<In, Out> = { item: In; resolve(out: Out): void; reject(error: unknown): void };
type Options<In, Out> = {
  /** Items of one key are worked on together, those of different keys beside each other. */
  keyOf(item: In): string;
  /** The most items of one round. */
  maxItems: number;
  /** Answers for each item, in their order. */
  work(items: readonly [In, ...In[]]): Promise<readonly Out[]>;
};

/** Until everything has come that comes in this turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Lets what many ask for at the same time be done together: what comes while a round of its key is being worked on
 * waits for the next. Nobody waits for anybody else to come. Of a round that fails each item is tried by itself, so that
 * nobody fails for somebody else's.
 */
export function createBatchLoader<In, Out>({
  keyOf,
  maxItems,
  work,
}: Options<In, Out>): (item: In) => Promise<Out> {
  const queues = new Map<string, Waiting<In, Out>[]>();

  async function round(list: readonly Waiting<In, Out>[]): Promise<void> {
    const [first, ...remaining] = list;
    if (first === undefined) return;
    try {
      const outs = await work([first.item, ...remaining.map(({ item }) => item)]);
      for (const [i, { resolve }] of list.entries()) resolve(outs[i] as Out);
    } catch (error) {
      if (remaining.length === 0) first.reject(error);
      else await Promise.all(list.map((one) => round([one])));
    }
  }

  async function drain(key: string, waiting: Waiting<In, Out>[]): Promise<void> {
    await turn();
    while (waiting.length > 0) await round(waiting.splice(0, maxItems));
    queues.delete(key);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const key = keyOf(item);
      const waiting = queues.get(key) ?? [];
      waiting.push({ item, resolve, reject });
      if (queues.has(key)) return;
      queues.set(key, waiting);
      void drain(key, waiting);
    });
}
