import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { GET as SUMMARY } from "@/app/v1/analytics/summary/route";
import { GET as CALLS } from "@/app/v1/calls/route";
import { GET as NOTICES } from "@/app/v1/notices/route";
import { GET as SETUP } from "@/app/v1/setup/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { demoWorkspaceOf, readRoute, requireSession } from "@/lib/http/page";
import { CallsMessages } from "@/messages/areas/calls";
import { HomeMessages } from "@/messages/areas/home";
import { Attention } from "./_home/attention";
import classes from "./_home/home.module.css";
import { RecentCalls } from "./_home/recent-calls";
import { SampleCall } from "./_home/sample-call";
import { SetupChecklist } from "./_home/setup-checklist";
import { Today } from "./_home/today";
import { todayIn } from "./analytics/_components/time";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("home");
  return { title: t("title") };
}

const RECENT = { limit: "6" };
const IN_PROGRESS = { status: "in_progress", limit: "1", include_total: "true" };
const LATEST_NOTICES = { limit: "20" };
const AGENTS_SHOWN = { limit: "100" };

export default async function Page() {
  const t = await getTranslations("home");
  const session = await requireSession();
  const { ctx, staff } = session;
  const [month, recent, inProgress, agents, setup, notices] = await Promise.all([
    readRoute(SUMMARY),
    readRoute(CALLS, { query: RECENT }),
    readRoute(CALLS, { query: IN_PROGRESS }),
    readRoute(AGENTS, { query: AGENTS_SHOWN }),
    // The operator's staff are not members: they have no checklist and no notifications.
    staff ? null : readRoute(SETUP),
    staff ? null : readRoute(NOTICES, { query: LATEST_NOTICES }),
  ]);
  const problem = month.problem ?? recent.problem;
  if (!month.data || !recent.data) return problem && <ProblemState problem={problem} />;
  const today = todayIn(month.data.timezone, ctx.now());
  const summary = await readRoute(SUMMARY, { query: { from: today, to: today } });
  const demo = demoWorkspaceOf(session);
  return (
    <HomeMessages>
      <CallsMessages>
        <PageHeader
          title={t("title")}
          description={t("description", { workspace: session.workspace.name })}
        />
        <Stack gap="md">
          {setup?.data && !setup.data.hidden && <SetupChecklist setup={setup.data} />}
          {demo !== null && <SampleCall demo={demo} />}
          {summary.data && (
            <Today summary={summary.data} inProgress={inProgress.data?.total ?? 0} day={today} />
          )}
          <div className={classes.columns}>
            <RecentCalls
              calls={recent.data.data}
              agents={Object.fromEntries((agents.data?.data ?? []).map(({ id, name }) => [id, name]))}
            />
            <Attention notices={notices?.data?.data ?? []} />
          </div>
        </Stack>
      </CallsMessages>
    </HomeMessages>
  );
}
