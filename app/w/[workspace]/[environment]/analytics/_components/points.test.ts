import { expect, it } from "vitest";
import type { Series } from "@/lib/data/analytics/schema";
import { channelLines, toChart } from "./points";
import { segmentClass, segmentLineOf } from "./segments";

const volume = {
  timezone: "America/Los_Angeles",
  bucket: "day",
  group_by: "channel",
  buckets: [{ start: "2026-11-22T08:00:00.000Z", end: "2026-11-23T08:00:00.000Z" }],
  series: [
    { group: "phone", values: [3] },
    { group: "web", values: [2] },
    { group: null, values: [1] },
  ],
} as unknown as Series;
const lines = channelLines(volume, (channel) => channel.toUpperCase());

it("links a segment of a stacked bar to the calls of its channel, and the bar to all of them", () => {
  const { points } = toChart([volume], {
    locale: "en-US",
    scope: { agent_id: "agt_1", bucket: "day" },
    filters: { figure: "ended" },
    lines,
    isStacked: true,
    previous: null,
  });
  const [point] = points;
  const query = (href: string | undefined) =>
    Object.fromEntries(new URL(href ?? "", "https://parley.test").searchParams);
  const bar = {
    agent_id: "agt_1",
    figure: "ended",
    created_after: "2026-11-22T07:59:59.999Z",
    created_before: "2026-11-23T08:00:00.000Z",
  };
  expect(query(point?.href)).toEqual(bar);
  expect(query(point?.lineHrefs.WEB)).toEqual({ ...bar, channel: "web" });
  expect(Object.keys(point?.lineHrefs ?? {})).toEqual(["PHONE", "WEB"]);
  expect(point?.period).toEqual({ from: "2026-11-22", to: "2026-11-22" });
});

it("recognizes the line of a pressed segment by the class of its bars", () => {
  const elementOf = (name: string) => ({
    closest: (selector: string) => (selector === `.${segmentClass(lines, name)}` ? {} : null),
  });
  expect(segmentLineOf(lines, elementOf("WEB") as unknown as Element)).toBe("WEB");
  expect(segmentLineOf(lines, elementOf("missing") as unknown as Element)).toBeNull();
});
