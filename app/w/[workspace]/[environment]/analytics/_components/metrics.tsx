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
      help: t("callsHelp"),
      href: hrefOf({ figure: "ended" }),
    },
    {
      label: t("reached"),
      value: formatPercent(format, reached, calls),
      help: t("reachedHelp", { reached, calls }),
      href: hrefOf({ figure: "reached" }),
    },
    {
      label: t("contained"),
      value: formatPercent(format, contained, reached),
      help: t("containedHelp", { contained, reached, transferred }),
      href: hrefOf({ figure: "contained" }),
    },
    {
      label: t("successful"),
      value: formatPercent(format, successful, answered),
      help: t("successfulHelp", { successful, answered }),
      href: hrefOf({ figure: "successful" }),
    },
    {
      label: t("duration"),
      value: formatDuration(duration.average_ms),
      help: t("durationHelp", { calls: duration.calls, p95: formatDuration(duration.p95_ms) }),
      href: hrefOf({ figure: "answered" }),
    },
    {
      label: t("latency"),
      value: formatLatency(format, latency.p50_ms),
      help: t("latencyHelp", { turns: latency.turns, p95: formatLatency(format, latency.p95_ms) }),
      href: hrefOf({ figure: "timed" }),
    },
    {
      label: t("optedOut"),
      value: formatCount(format, opted_out),
      help: t("optedOutHelp", { percent: formatPercent(format, opted_out, calls) }),
      href: hrefOf({ figure: "opted_out" }),
    },
    usage.cost === null
      ? { label: t("minutes"), value: minutes, help: t("minutesHelp"), href: hrefOf({ figure: "answered" }) }
      : {
          label: t("cost"),
          value: formatMoney(format, usage.cost, usage.currency),
          help: t("costHelp", { minutes }),
          href: hrefOf({ figure: "answered" }),
        },
  ];
  return <Tiles label={t("label")} tiles={tiles} />;
}
