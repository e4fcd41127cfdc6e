import { expect, vi } from "vitest";
import { adminOfThisDatabase } from "@/test/fixtures/admin";

const PATIENCE = { timeout: 20_000 };
/** The contacts of the first batch. */
const APPLIED = 1_000;

type InterruptedImport = {
  run(signal: AbortSignal): Promise<unknown>;
  read(): Promise<Record<string, unknown>>;
};

/**
 * Runs an import that ends in the middle. The file's third batch has a contact that exists, and waits for it: no machine
 * applies the whole file before it is told to end. It ends at the batch after that.
 */
export async function interruptImport({ run, read }: InterruptedImport): Promise<void> {
  const blocker = await adminOfThisDatabase();
  const stop = new AbortController();
  const stopInTheMiddle = async () => {
    try {
      await vi.waitFor(async () => {
        const { status, done } = await read();
        expect(status).toBe("applying");
        expect(done).toBeGreaterThanOrEqual(APPLIED);
      }, PATIENCE);
    } finally {
      stop.abort();
      await blocker.query("rollback");
    }
  };
  try {
    await blocker.query("begin");
    await blocker.query("select from contacts for update");
    await Promise.all([expect(run(stop.signal)).rejects.toThrow(), stopInTheMiddle()]);
  } finally {
    await blocker.end();
  }
}
