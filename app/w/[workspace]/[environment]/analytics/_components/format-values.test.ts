import { createFormatter } from "next-intl";
import { expect, it } from "vitest";
import { english } from "@/messages/testing/english";
import { formatLatency, formatMinutes, formatMoney, formatPercent } from "./format-values";

const format = createFormatter({ locale: "en", timeZone: "UTC" });

it.each([
  [null, "–"],
  [640, "640 ms"],
  [1_234, "1.23 s"],
])("a latency of %s ms is shown as %s", (ms, text) => {
  expect(formatLatency(english("common.latency"), ms)).toBe(text);
});

it("shows a dash for a share of nothing and for a cost without a currency", () => {
  expect(formatPercent(format, 3, 4)).toBe("75%");
  expect(formatPercent(format, 0, 0)).toBe("–");
  expect(formatMoney(format, 1.5, "EUR")).toBe("€1.50");
  expect(formatMoney(format, 1.5, null)).toBe("–");
});

it("shows minutes with one decimal, so that they agree with the durations of the calls", () => {
  expect(formatMinutes(format, 3.44)).toBe("3.4");
  expect(formatMinutes(format, 63)).toBe("63.0");
});
