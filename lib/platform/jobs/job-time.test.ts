import { expect, it } from "vitest";
import { areJobsDeferred, deferJobs, dueTime } from "./job-time";

const PAST = "2026-10-01T10:00:00.000Z";
const NOW = "2026-11-24T10:00:00.000Z";
const LATER = "2026-11-25T10:00:00.000Z";

it("defers jobs of the past, also those of work that continues in the background, and no others", async () => {
  const inside = await deferJobs(NOW, async () => {
    await Promise.resolve();
    return [areJobsDeferred(), dueTime(PAST), dueTime(LATER)];
  });
  expect(inside).toEqual([true, NOW, LATER]);
  expect([areJobsDeferred(), dueTime(PAST)]).toEqual([false, PAST]);
});
