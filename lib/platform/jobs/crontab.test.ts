import { expect, test } from "vitest";
import { crontab } from "./crontab";

test("every schedule is valid, as a worker with an invalid one would run no jobs", () => {
  const tasks = crontab().map(({ task }) => task);
  expect(new Set(tasks).size).toBe(tasks.length);
  expect(tasks).toContain("retention.sweep");
});
