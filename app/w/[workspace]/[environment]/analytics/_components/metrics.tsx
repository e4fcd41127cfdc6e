import { useFormatter, useTranslations } from "next-intl";
import type { Summary } from "@/lib/data/analytics/schema";
import { changeOf, shareChangeOf } from "./change";
import {
  formatCount,
  formatDuration,
  formatLatency,
  formatMinutes,
  formatMoney,
  formatPercent,
} from "./format-values";
import { type Tile, Tiles } from "./tiles";

type Props = {
  summary: Summary;
  /** The summary of the previous period; null if it is not compared. */
  previous: Summary | null;
  /** The address of the calls behind a figure. */
  hrefOf: (filters: Record<string, string>) => string;
};

type Better = "more" | "less" | null;

/** The functions that compare a metric with the previous period. */
function useChanges({ summary, previous }: Pick<Props, "summary" | "previous">) {
  const writers = { t: useTranslations("analytics.change"), format: useFormatter() };
  return {
    changeIn: (
      read: (from: Summary) => number | null,
      better: Better,
      write = (value: number) => formatCount(writers.format, value),
    ) =>
      previous === null
        ? undefined
        : changeOf(writers, { now: read(summary), before: read(previous), better, write }),
    shareChangeIn: (read: (from: Summary) => readonly [number, number], better: Better) =>
      previous === null
        ? undefined
        : shareChangeOf(writers, { now: read(summary), before: read(previous), better }),
  };
}

/** The key metrics of a period. Each links to its calls. */
export function Metrics({ summary, previous, hrefOf }: Props) {
  const t = useTranslations("analytics.metrics");
  const tLatency = useTranslations("common.latency");
  const format = useFormatter();
  const { changeIn, shareChangeIn } = useChanges({ summary, previous });
  const { calls, answered, reached, contained, transferred, opted_out, successful, duration } = summary;
  const { turn_latency: latency, usage } = summary;
  const minutes = formatMinutes(format, usage.minutes);
  const tiles: Tile[] = [
    {
      label: t("calls"),
      value: formatCount(format, calls),
      help: t("callsHelp"),
      href: hrefOf({ figure: "ended" }),
      change: changeIn((from) => from.calls, null),
    },
    {
      label: t("reached"),
      value: formatPercent(format, reached, calls),
      help: t("reachedHelp", { reached, calls }),
      href: hrefOf({ figure: "reached" }),
      change: shareChangeIn((from) => [from.reached, from.calls], "more"),
    },
    {
      label: t("contained"),
      value: formatPercent(format, contained, reached),
      help: t("containedHelp", { contained, reached, transferred }),
      href: hrefOf({ figure: "contained" }),
      change: shareChangeIn((from) => [from.contained, from.reached], "more"),
    },
    {
      label: t("successful"),
      value: formatPercent(format, successful, answered),
      help: t("successfulHelp", { successful, answered }),
      href: hrefOf({ figure: "successful" }),
      change: shareChangeIn((from) => [from.successful, from.answered], "more"),
    },
    {
      label: t("duration"),
      value: formatDuration(duration.average_ms),
      help: t("durationHelp", { calls: duration.calls, p95: formatDuration(duration.p95_ms) }),
      href: hrefOf({ figure: "answered" }),
      change: changeIn((from) => from.duration.average_ms, null, formatDuration),
    },
    {
      label: t("latency"),
      value: formatLatency(tLatency, latency.p50_ms),
      help: t("latencyHelp", { turns: latency.turns, p95: formatLatency(tLatency, latency.p95_ms) }),
      href: hrefOf({ figure: "timed" }),
      change: changeIn(
        (from) => from.turn_latency.p50_ms,
        "less",
        (ms) => formatLatency(tLatency, ms),
      ),
    },
    {
      label: t("optedOut"),
      value: formatCount(format, opted_out),
      help: t("optedOutHelp", { percent: formatPercent(format, opted_out, calls) }),
      href: hrefOf({ figure: "opted_out" }),
      change: changeIn((from) => from.opted_out, "less"),
    },
    usage.cost === null
      ? {
          label: t("minutes"),
          value: minutes,
          help: t("minutesHelp"),
          href: hrefOf({ figure: "answered" }),
          change: changeIn(
            (from) => from.usage.minutes,
            null,
            (value) => formatMinutes(format, value),
          ),
        }
      : {
          label: t("cost"),
          value: formatMoney(format, usage.cost, usage.currency),
          help: t("costHelp", { minutes }),
          href: hrefOf({ figure: "answered" }),
          change: changeIn(
            (from) => from.usage.cost,
            null,
            (cost) => formatMoney(format, cost, usage.currency),
          ),
        },
  ];
  return <Tiles label={t("label")} tiles={tiles} />;
}
