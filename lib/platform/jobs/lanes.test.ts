import { expect, test } from "vitest";
import { handlersOfLane, LANES } from "./lanes";
import { JOBS, type JobLane } from "./registry";
import type { JobHandlers } from "./tasks";

const handlers = Object.fromEntries(
  Object.keys(JOBS).map((name) => [name, async () => undefined]),
) as unknown as JobHandlers;

test("each job runs in exactly one lane, and exactly one lane enqueues the scheduled jobs", () => {
  const names = (Object.keys(LANES) as JobLane[]).flatMap((lane) =>
    Object.keys(handlersOfLane(handlers, lane)),
  );
  expect(names.toSorted()).toEqual(Object.keys(JOBS).toSorted());
  expect(Object.values(LANES).filter(({ runsScheduled }) => runsScheduled)).toHaveLength(1);
});

test("no conversation waits for imports, exports, deliveries, or the deletion of old data", () => {
  const names = Object.keys(handlersOfLane(handlers, "conversations"));
  expect(names).toContain("call.tick");
  for (const name of ["import.run", "export.run", "webhook.event", "retention.sweep", "workspace.destroy"])
    expect(names).not.toContain(name);
});
