/** Requests at a time: faster than one by one, and far from the session's limit of requests. */
const CONCURRENCY = 4;

export type Failure<Row> = { row: Row; error: unknown };
export type BulkResult<Row> = { done: readonly Row[]; failed: readonly Failure<Row>[] };

type Options = { signal: AbortSignal; onProgress: (finished: number) => void };

/**
 * Runs `work` for each row, a few at a time. A failure does not stop the others. After an abort no further row starts.
 */
export async function runEach<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  { signal, onProgress }: Options,
): Promise<BulkResult<Row>> {
  const done: Row[] = [];
  const failed: Failure<Row>[] = [];
  const pending = rows.values();
  const runNext = async (): Promise<void> => {
    for (const row of pending) {
      if (signal.aborted) return;
      try {
        await work(row);
        done.push(row);
      } catch (error) {
        failed.push({ row, error });
      }
      onProgress(done.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, rows.length) }, runNext));
  return { done, failed };
}
