import { Text } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { LinkButton } from "@/components/link-button";
import { EmptyState } from "@/components/states";
import { useChannelName } from "@/components/use-channel-name";
import type { Series, Summary } from "@/lib/data/analytics/schema";
import { type BarChartName, barChartsOf } from "./bar-charts";
import { Bars } from "./bars";
import { ChartPanel } from "./chart-panel";
import classes from "./figures.module.css";
import { callsBehind, hasFilters, type Scope } from "./links";
import { Metrics } from "./metrics";
import { channelLines, toChart } from "./points";
import { TimeChart } from "./time-chart";
import { Usage } from "./usage";

/** Figures of one period. `duration`: average and p95; `latency`: p50 and p95. */
export type Figures = { summary: Summary; volume: Series; duration: Series[]; latency: Series[] };
/** The period before. Charts without comparable points have no series of it. */
export type PreviousFigures = {
  summary: Summary;
  volume: Series | null;
  duration: Series | null;
  latency: Series | null;
};
type Props = Figures & {
  previous: PreviousFigures | null;
  /** Names of agents and campaigns, by ID. */
  names: Readonly<Record<string, string>>;
  scope: Scope;
  mayExport: boolean;
};

const COLORS = { typical: "teal.6", slow: "orange.7" } as const;
const P50 = "p50";
const P95 = "p95";

function NoCalls({ scope }: { scope: Scope }) {
  const t = useTranslations("analytics.empty");
  const isFiltered = hasFilters(scope);
  return (
    <EmptyState
      title={t("title")}
      icon={<IconChartBar size={30} stroke={1.5} aria-hidden />}
      action={
        <LinkButton href={isFiltered ? "/analytics" : "/agents"} variant="default">
          {t(isFiltered ? "clear" : "test")}
        </LinkButton>
      }
    >
      {t(isFiltered ? "filtered" : "description")}
    </EmptyState>
  );
}

/** The metrics and charts of a period. Each figure links to its calls. */
export function Overview({ summary, volume, duration, latency, previous, names, scope, mayExport }: Props) {
  const t = useTranslations("analytics.chart");
  const tStatus = useTranslations("calls.status");
  const tRecording = useTranslations("analytics.recording");
  const channelName = useChannelName();
  const locale = useLocale();
  if (summary.calls === 0) return <NoCalls scope={scope} />;
  const hrefOf = (filters: Record<string, string>): string => callsBehind(scope, summary, filters);
  const shared = { scope, mayExport };
  const barCharts = barChartsOf({ summary, names, hrefOf, tStatus, tRecording });
  const barPanel = (name: BarChartName) => {
    const { chart, bars, total } = barCharts[name];
    return (
      <ChartPanel {...shared} title={t(`${name}.title`)} description={t(`${name}.description`)} chart={chart}>
        <Bars title={t(`${name}.title`)} bars={bars} total={total} empty={t(`${name}.empty`)} />
      </ChartPanel>
    );
  };
  return (
    <>
      <Metrics summary={summary} previous={previous?.summary ?? null} hrefOf={hrefOf} />
      <div className={classes.grid}>
        <div className={classes.wide}>
          <ChartPanel
            {...shared}
            title={t("volume.title")}
            chart="volume"
            description={t("volume.description")}
          >
            <TimeChart
              title={t("volume.title")}
              kind="bars"
              format="count"
              empty={t("volume.empty")}
              {...toChart([volume], {
                locale,
                scope,
                filters: { figure: "ended" },
                lines: channelLines(volume, channelName),
                isStacked: true,
                previous: previous?.volume ?? null,
              })}
            />
            <Text size="xs" c="dimmed" mt="xs">
              {t("hint")}
            </Text>
          </ChartPanel>
        </div>
        {barPanel("statuses")}
        {barPanel("outcomes")}
        <ChartPanel
          {...shared}
          title={t("duration.title")}
          chart="duration"
          description={t("duration.description")}
        >
          <TimeChart
            title={t("duration.title")}
            kind="lines"
            format="duration"
            empty={t("duration.empty")}
            {...toChart(duration, {
              locale,
              scope,
              filters: { figure: "answered" },
              previous: previous?.duration ?? null,
              lines: [
                { name: t("average"), color: COLORS.typical },
                { name: P95, color: COLORS.slow },
              ],
            })}
          />
        </ChartPanel>
        <ChartPanel
          {...shared}
          title={t("latency.title")}
          chart="turn-latency"
          description={t("latency.description")}
        >
          <TimeChart
            title={t("latency.title")}
            kind="lines"
            format="latency"
            empty={t("latency.empty")}
            {...toChart(latency, {
              locale,
              scope,
              filters: { figure: "timed" },
              previous: previous?.latency ?? null,
              lines: [
                { name: P50, color: COLORS.typical },
                { name: P95, color: COLORS.slow },
              ],
            })}
          />
        </ChartPanel>
        {barPanel("recording")}
        {barPanel("blocked")}
        {barPanel("agents")}
        {barPanel("campaigns")}
        <div className={classes.wide}>
          <ChartPanel {...shared} title={t("usage.title")} chart="usage" description={t("usage.description")}>
            <Usage usage={summary.usage} />
          </ChartPanel>
        </div>
      </div>
    </>
  );
}
