import type { JobHelpers } from "graphile-worker";
import { expect, test } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { jobRuns, taskList } from "./tasks";

test("a job of a locked workspace comes again as it was, and uses up no try", async () => {
  const put: unknown[][] = [];
  const helpers = {
    job: { key: "tick:call_1", max_attempts: 16, attempts: 15, id: "1" },
    addJob: async (...args: unknown[]) => void put.push(args),
  } as unknown as JobHelpers;
  const locked = () => Promise.reject(new AppError("workspace_key_withdrawn"));
  const { "call.tick": tick } = taskList({ "call.tick": locked });
  const payload = { workspaceId: "ws_1", callId: "call_1" };
  // It ends without an error: the queue takes this one away, and has the other.
  await tick?.(payload, helpers);
  expect(put).toEqual([
    [
      "call.tick",
      payload,
      // One of the same key that was enqueued meanwhile keeps its time.
      { jobKey: "tick:call_1", jobKeyMode: "preserve_run_at", maxAttempts: 16, runAt: expect.any(Date) },
    ],
  ]);
});

test("the first permanently failed job increases the counter from zero", async () => {
  const runs = () =>
    jobRuns.counts().find(({ labels }) => labels.task === "erasure.run" && labels.result === "given_up")?.n;
  const { "erasure.run": erase } = taskList({
    "erasure.run": () => Promise.reject(new Error("unreachable")),
  });
  expect(runs()).toBe(0);
  const helpers = { job: { attempts: 3, max_attempts: 3, id: "1" } } as unknown as JobHelpers;
  await expect(erase?.({ workspaceId: "ws_1", deletionId: "del_1" }, helpers)).rejects.toThrow();
  expect(runs()).toBe(1);
});
