import { useFormatter, useTranslations } from "next-intl";
import type { Summary } from "@/lib/data/analytics/schema";
import { formatCount, formatDuration, formatLatency, formatMoney, formatPercent } from "./format-values";
import { type Tile, Tiles } from "./tiles";

type Props = {
  summary: Summary;
  /** The address of the calls behind a figure. */
  hrefOf: (filters: Record<string, string>) => string;
};

/** The key metrics of a period. Each links to its calls. */
export function Metrics({ summary, hrefOf }: Props) {
  const t = useTranslations("analytics.metrics");
  const format = useFormatter();
  const { calls, answered, reached, contained, transferred, opted_out, successful, duration } = summary;
  const { turn_latency: latency, usage } = summary;
  const minutes = format.number(usage.minutes, { maximumFractionDigits: 0 });
  const tiles: Tile[] = [
    {
      label: t("calls"),
      value: formatCount(format, calls),
      says: t("callsHelp"),
      href: hrefOf({ figure: "ended" }),
    },
    {
      label: t("reached"),
      value: formatPercent(format, reached, calls),
      says: t("reachedHelp", { reached, calls }),
      href: hrefOf({ figure: "reached" }),
    },
    {
      label: t("contained"),
      value: formatPercent(format, contained, reached),
      says: t("containedHelp", { contained, reached, transferred }),
      href: hrefOf({ figure: "contained" }),
    },
    {
      label: t("successful"),
      value: formatPercent(format, successful, answered),
      says: t("successfulHelp", { successful, answered }),
      href: hrefOf({ figure: "successful" }),
    },
    {
      label: t("duration"),
      value: formatDuration(duration.average_ms),
      says: t("durationHelp", { calls: duration.calls, p95: formatDuration(duration.p95_ms) }),
      href: hrefOf({ figure: "answered" }),
    },
    {
      label: t("latency"),
      value: formatLatency(format, latency.p50_ms),
      says: t("latencyHelp", { turns: latency.turns, p95: formatLatency(format, latency.p95_ms) }),
      href: hrefOf({ figure: "timed" }),
    },
    {
      label: t("optedOut"),
      value: formatCount(format, opted_out),
      says: t("optedOutHelp", { percent: formatPercent(format, opted_out, calls) }),
      href: hrefOf({ figure: "opted_out" }),
    },
    usage.cost === null
      ? { label: t("minutes"), value: minutes, says: t("minutesHelp"), href: hrefOf({ figure: "answered" }) }
      : {
          label: t("cost"),
          value: formatMoney(format, usage.cost, usage.currency),
          says: t("costHelp", { minutes }),
          href: hrefOf({ figure: "answered" }),
        },
  ];
  return <Tiles label={t("label")} tiles={tiles} />;
}
