import type { Formatter, Translator } from "@/messages/translator";
import { formatPercent } from "./format-values";
import type { TileChange } from "./tiles";

/** Which direction of a metric is better; null if neither is. */
type Better = "more" | "less" | null;
type Writers = { t: Translator<"analytics.change">; format: Formatter };

/** From this ratio on, a change is shown as a multiple of the previous number. */
const MULTIPLE_FROM = 3;
const SIGNED = { signDisplay: "exceptZero", maximumFractionDigits: 1 } as const;

function toneOf(difference: number, better: Better): TileChange["tone"] {
  if (difference === 0 || better === null) return "neutral";
  return difference > 0 === (better === "more") ? "good" : "bad";
}

function changeText({ t, format }: Writers, now: number, before: number, previousText: string): string {
  if (before === 0) return t("from", { before: previousText });
  const ratio = now / before;
  if (ratio >= MULTIPLE_FROM)
    return t("times", { ratio: format.number(ratio, { maximumFractionDigits: 1 }), before: previousText });
  return t("by", { change: format.number(ratio - 1, { ...SIGNED, style: "percent" }), before: previousText });
}

type Values = {
  now: number | null;
  before: number | null;
  better: Better;
  write: (value: number) => string;
};

/**
 * How a number differs from that of the previous period: in percent of it, or as a multiple of it. Undefined without a number
 * to compare.
 */
export function changeOf(
  { t, format }: Writers,
  { now, before, better, write }: Values,
): TileChange | undefined {
  if (now === null || before === null) return undefined;
  const difference = now - before;
  if (difference === 0) return { text: t("same"), tone: "neutral" };
  return { text: changeText({ t, format }, now, before, write(before)), tone: toneOf(difference, better) };
}

type Share = readonly [part: number, total: number];
type Shares = { now: Share; before: Share; better: Better };

/** How a share differs from that of the previous period, in percentage points. */
export function shareChangeOf(
  { t, format }: Writers,
  { now, before, better }: Shares,
): TileChange | undefined {
  if (now[1] === 0 || before[1] === 0) return undefined;
  const points = Math.round((now[0] / now[1] - before[0] / before[1]) * 1_000) / 10;
  if (points === 0) return { text: t("same"), tone: "neutral" };
  return {
    text: t("points", { change: format.number(points, SIGNED), before: formatPercent(format, ...before) }),
    tone: toneOf(points, better),
  };
}
