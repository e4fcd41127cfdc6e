import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { POST as DEPLOY } from "@/app/v1/agents/[id]/deploy/route";
import { GET as AGENT, PATCH as UPDATE } from "@/app/v1/agents/[id]/route";
import { GET as COMPARISON } from "@/app/v1/agents/[id]/traffic-split/comparison/route";
import { GET as SPLITS } from "@/app/v1/agents/[id]/traffic-splits/route";
import { GET as VERSION } from "@/app/v1/agents/[id]/versions/[version]/route";
import { GET as VERSIONS } from "@/app/v1/agents/[id]/versions/route";
import { GET as NAMES } from "@/app/v1/members/names/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import type { Agent } from "@/lib/agents/agents/schema";
import type { SplitComparison } from "@/lib/calls/split-comparisons/schema";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { AgentStatus } from "../../_components/agent-status";
import { Comparison } from "./_components/comparison";
import { SplitPanel } from "./_components/split-panel";
import { VersionTable } from "./_components/version-table";
import { diffConfigs } from "./config-diff";
import { type Side, sideOf } from "./sides";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("agents.versions");
  return { title: t("title") };
}

/** Few enough that the comparison below stays in view. */
const ROWS = "8";

/** The outcomes that can be tested: those of the draft, and those of calls, which can have the system's. */
const outcomesOf = ({ outcomes }: Agent, { live, candidate }: SplitComparison): string[] =>
  [...new Set([...outcomes, ...live.outcomes, ...candidate.outcomes].map(({ tag }) => tag))].sort();

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params: routeParams, searchParams }: Props) {
  const session = await requireSession();
  const [params, query] = await Promise.all([routeParams, searchParams]);
  const [agent, versions, newest] = await Promise.all([
    readRoute(AGENT, { params }),
    readRoute(VERSIONS, { params, query: { ...query, limit: ROWS } }),
    readRoute(VERSIONS, { params, query: { limit: "1" } }),
  ]);
  if (agent.problem) return <ProblemState problem={agent.problem} />;
  if (versions.problem) return <ProblemState problem={versions.problem} />;
  const { id, name, status, live_version } = agent.data;
  // Version numbers have no gaps.
  const last = newest.data?.data[0]?.version ?? 0;
  const from = sideOf(query.from, live_version ?? (last || "draft"));
  const to = sideOf(query.to, "draft");
  const configOf = async (side: Side) =>
    side === "draft" ? agent : readRoute(VERSION, { params: { ...params, version: String(side) } });
  const creators = new Set(
    versions.data.data.flatMap(({ created_by, last_rollback }) => [
      created_by,
      ...(last_rollback === null ? [] : [last_rollback.created_by]),
    ]),
  );
  const outcome = typeof query.outcome === "string" ? { outcome: query.outcome } : {};
  const [before, after, splits, names] = await Promise.all([
    configOf(from),
    configOf(to),
    readRoute(SPLITS, { params, query: { limit: "1" } }),
    readRoute(NAMES, { query: { ids: [...creators].filter((id) => id.startsWith("mem_")).join(",") } }),
  ]);
  if (before.problem) return <ProblemState problem={before.problem} />;
  if (after.problem) return <ProblemState problem={after.problem} />;
  const t = await getTranslations("agents");
  const split = splits.data?.data[0];
  const isSplit = split?.status === "running";
  const comparison = split && (await readRoute(COMPARISON, { params, query: outcome }));
  const isOpen = status !== "archived";
  return (
    <>
      <PageHeader
        title={t("versions.title")}
        back={{ href: `/agents/${id}`, label: name }}
        badge={<AgentStatus status={status} />}
        description={t("versions.description")}
      />
      <Stack gap="md">
        {split && comparison?.data && (
          <SplitPanel
            split={split}
            comparison={comparison.data}
            outcomes={outcomesOf(agent.data, comparison.data)}
            isTest={session.ctx.environment === "test"}
            mayDeploy={isOpen && canUse(session, DEPLOY)}
          />
        )}
        <VersionTable
          agent={{
            id,
            live_version,
            has_unpublished_changes: agent.data.has_unpublished_changes,
            revision: agent.data.revision,
          }}
          page={versions.data}
          names={Object.fromEntries((names.data?.data ?? []).map((member) => [member.id, member.name]))}
          currentId={session.ctx.actor.id}
          rights={{
            deploy: isOpen && !isSplit && canUse(session, DEPLOY),
            restore: isOpen && canUse(session, UPDATE),
          }}
        />
        {last > 0 && (
          <Comparison
            from={from}
            to={to}
            last={last}
            live={live_version}
            sections={diffConfigs(
              t,
              "config" in before.data ? before.data.config : before.data,
              "config" in after.data ? after.data.config : after.data,
            )}
          />
        )}
      </Stack>
    </>
  );
}
