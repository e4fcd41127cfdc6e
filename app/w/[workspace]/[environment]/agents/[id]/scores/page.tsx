import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENT } from "@/app/v1/agents/[id]/route";
import { POST as RUN, GET as RUNS } from "@/app/v1/agents/[id]/score-runs/route";
import { PUT as SAVE, GET as SCORECARD } from "@/app/v1/agents/[id]/scorecard/route";
import { GET as SCORES } from "@/app/v1/agents/[id]/scores/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { lastDays } from "./_components/last-days";
import { ScoreFigures } from "./_components/score-figures";
import { ScoreRunPanel } from "./_components/score-run-panel";
import { ScorecardEditor } from "./_components/scorecard-editor";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("scores");
  return { title: t("title") };
}

/** Only the latest run is shown. */
const LATEST = { limit: "1" };

export default async function Page({ params: routeParams }: { params: Promise<{ id: string }> }) {
  const session = await requireSession();
  const params = await routeParams;
  const [t, agent, scorecard, figures, runs] = await Promise.all([
    getTranslations("scores"),
    readRoute(AGENT, { params }),
    readRoute(SCORECARD, { params }),
    readRoute(SCORES, { params }),
    readRoute(RUNS, { params, query: LATEST }),
  ]);
  if (agent.problem) return <ProblemState problem={agent.problem} />;
  if (scorecard.problem) return <ProblemState problem={scorecard.problem} />;
  const { id, name } = agent.data;
  const period = lastDays(Date.now());
  return (
    <>
      <PageHeader
        title={t("title")}
        back={{ href: `/agents/${id}`, label: name }}
        description={t("description")}
      />
      <Stack gap="md">
        <ScorecardEditor agentId={id} scorecard={scorecard.data} mayWrite={canUse(session, SAVE)} />
        {canUse(session, RUN) &&
          scorecard.data.criteria.length > 0 &&
          (runs.problem ? (
            <ProblemState problem={runs.problem} />
          ) : (
            <ScoreRunPanel agentId={id} latest={runs.data.data[0] ?? null} period={period} />
          ))}
        {figures.data && (
          <ScoreFigures
            agentId={id}
            figures={figures.data}
            since={session.ctx.environment === "live" ? period.from : null}
          />
        )}
      </Stack>
    </>
  );
}
