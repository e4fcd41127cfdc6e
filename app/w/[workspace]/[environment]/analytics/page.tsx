import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { GET as FILE } from "@/app/v1/analytics/charts/[chart]/route";
import { GET as SUMMARY } from "@/app/v1/analytics/summary/route";
import { GET as SERIES } from "@/app/v1/analytics/timeseries/route";
import { GET as CAMPAIGNS } from "@/app/v1/campaigns/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { Filters } from "./_components/filters";
import { type Search, scopeOf } from "./_components/links";
import { Overview } from "./_components/overview";
import { type Comparison, PeriodLine } from "./_components/period-line";
import { readPrevious } from "./_components/read-previous";
import { bucketFor, daysOf, isTimed, todayIn } from "./_components/time";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("analytics");
  return { title: t("title") };
}

/** The most that one page of a list has. Figures of other agents and campaigns show their IDs. */
const PAGE_QUERY = { limit: "100" };

function comparisonOf(isCompared: boolean, previous: object | null): Comparison {
  if (!isCompared) return "off";
  return previous === null ? "empty" : "compared";
}

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const session = await requireSession();
  const t = await getTranslations("analytics");
  const { compare, ...search } = await searchParams;
  const isCompared = compare !== "none";
  const [summary, agents, archived, campaigns] = await Promise.all([
    readRoute(SUMMARY, { query: search }),
    readRoute(AGENTS, { query: PAGE_QUERY }),
    readRoute(AGENTS, { query: { ...PAGE_QUERY, status: "archived" } }),
    readRoute(CAMPAIGNS, { query: PAGE_QUERY }),
  ]);
  const toOptions = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const options = {
    agents: toOptions([...(agents.data?.data ?? []), ...(archived.data?.data ?? [])]),
    campaigns: toOptions(campaigns.data?.data ?? []),
  };
  const header = <PageHeader title={t("title")} description={t("description")} />;
  if (summary.problem)
    return (
      <>
        {header}
        <Filters {...options} range={null} isCompared={isCompared} />
        <ProblemState problem={summary.problem} />
      </>
    );
  const { data } = summary;
  const bucket = bucketFor(data);
  const scope = scopeOf(search, bucket);
  const seriesOf = (metric: string, filters: object = {}) =>
    readRoute(SERIES, { query: { ...search, metric, bucket, ...filters } });
  const [previous, volume, average, longest, median, slowest] = await Promise.all([
    isCompared ? readPrevious(search, data, bucket) : null,
    seriesOf("calls", { group_by: "channel" }),
    seriesOf("average_duration_ms"),
    seriesOf("p95_duration_ms"),
    seriesOf("turn_p50_ms"),
    seriesOf("turn_p95_ms"),
  ]);
  const refusal = [volume, average, longest, median, slowest].find(({ problem }) => problem !== null);
  if (!volume.data || !average.data || !longest.data || !median.data || !slowest.data)
    return refusal?.problem ? <ProblemState problem={refusal.problem} /> : null;
  return (
    <>
      {header}
      <Filters
        {...options}
        range={{ days: daysOf(data), today: todayIn(data.timezone, session.ctx.now()) }}
        isCompared={isCompared}
      />
      <PeriodLine
        summary={data}
        isTimed={isTimed(scope.from ?? null, scope.to ?? null)}
        comparison={comparisonOf(isCompared, previous)}
      />
      <Overview
        summary={data}
        volume={volume.data}
        duration={[average.data, longest.data]}
        latency={[median.data, slowest.data]}
        previous={previous}
        names={Object.fromEntries(
          [...options.agents, ...options.campaigns].map(({ value, label }) => [value, label]),
        )}
        scope={scope}
        mayExport={canUse(session, FILE)}
      />
    </>
  );
}
