import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SCHEMA_CHECK_MS } from "@/lib/platform/db/require-schema";
import { watchSchemaFit } from "./require-schema-fit";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches with these answers, and returns how many were read until the process stopped; null if it did not. */
async function countUntilStop(answers: readonly (string | null)[]): Promise<number | null> {
  let count = 0;
  let stoppedAfter: number | null = null;
  watchSchemaFit({
    read: async () => answers[count++] ?? null,
    stop: () => {
      stoppedAfter = count;
    },
  });
  await vi.advanceTimersByTimeAsync((answers.length + 1) * SCHEMA_CHECK_MS);
  return stoppedAfter;
}

it("stops a process after two misfits in a row", async () => {
  expect(await countUntilStop([null, "misfit", "misfit", "misfit"])).toBe(3);
});

it("does not stop a process for one misfit", async () => {
  expect(await countUntilStop(["misfit", null, "misfit", null])).toBeNull();
});
