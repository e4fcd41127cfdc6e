import { expect, it } from "vitest";
import { clockTicks } from "./clock-ticks";
import { formatDuration } from "./format-values";

it.each([
  [0, ["0:00", "0:01", "0:02", "0:03", "0:04"]],
  [640, ["0:00", "0:01", "0:02", "0:03", "0:04"]],
  [4_001, ["0:00", "0:02", "0:04", "0:06", "0:08"]],
  [47_500, ["0:00", "0:15", "0:30", "0:45", "1:00"]],
  [190_000, ["0:00", "1:00", "2:00", "3:00", "4:00"]],
  [7_200_001, ["0:00", "60:00", "120:00", "180:00", "240:00"]],
])("an axis of lengths up to %i ms has marks that are round and read differently", (maxMs, marks) => {
  expect(clockTicks(maxMs).map(formatDuration)).toEqual(marks);
});
