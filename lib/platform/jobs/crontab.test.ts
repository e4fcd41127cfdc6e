import { expect, test } from "vitest";
import { crontab } from "./crontab";

test("every time by the clock can be read: a worker with one that cannot would do no job at all", () => {
  const tasks = crontab().map(({ task }) => task);
  expect(new Set(tasks).size).toBe(tasks.length);
  expect(tasks).toContain("retention.sweep");
});
