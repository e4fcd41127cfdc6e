import type { Metadata } from "next";
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
import { bucketFor, daysOf, todayIn } from "./_components/time";

export const metadata: Metadata = { title: "Analytics" };

/** As many as one page of their lists holds; a figure of another one shows its id. */
const SHOWN = { limit: "100" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const session = await requireSession();
  const search = await searchParams;
  const [summary, agents, archived, campaigns] = await Promise.all([
    readRoute(SUMMARY, { query: search }),
    readRoute(AGENTS, { query: SHOWN }),
    readRoute(AGENTS, { query: { ...SHOWN, status: "archived" } }),
    readRoute(CAMPAIGNS, { query: SHOWN }),
  ]);
  const options = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const named = {
    agents: options([...(agents.data?.data ?? []), ...(archived.data?.data ?? [])]),
    campaigns: options(campaigns.data?.data ?? []),
  };
  const head = (
    <PageHeader
      title="Analytics"
      description="What came of the calls that have ended. Every figure leads to the calls that it counts."
    />
  );
  if (summary.problem)
    return (
      <>
        {head}
        <Filters {...named} days={null} today={null} />
        <ProblemState problem={summary.problem} />
      </>
    );
  const { data } = summary;
  const bucket = bucketFor(data);
  const lines = (metric: string, more: object = {}) =>
    readRoute(SERIES, { query: { ...search, metric, bucket, ...more } });
  const [volume, average, longest, median, slowest] = await Promise.all([
    lines("calls", { group_by: "channel" }),
    lines("average_duration_ms"),
    lines("p95_duration_ms"),
    lines("turn_p50_ms"),
    lines("turn_p95_ms"),
  ]);
  const refused = [volume, average, longest, median, slowest].find(({ problem }) => problem !== null);
  if (!volume.data || !average.data || !longest.data || !median.data || !slowest.data)
    return refused?.problem ? <ProblemState problem={refused.problem} /> : null;
  return (
    <>
      {head}
      <Filters {...named} days={daysOf(data)} today={todayIn(data.timezone, session.ctx.now())} />
      <Overview
        summary={data}
        volume={volume.data}
        duration={[average.data, longest.data]}
        latency={[median.data, slowest.data]}
        names={Object.fromEntries(
          [...named.agents, ...named.campaigns].map(({ value, label }) => [value, label]),
        )}
        scope={scopeOf(search, bucket)}
        mayExport={canUse(session, FILE)}
      />
    </>
  );
}
