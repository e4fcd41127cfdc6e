import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as SUITE } from "@/app/v1/suites/[id]/route";
import { POST as CANCEL } from "@/app/v1/suites/[id]/runs/[run]/cancel/route";
import { GET as RESULTS } from "@/app/v1/suites/[id]/runs/[run]/results/route";
import { GET as RUN } from "@/app/v1/suites/[id]/runs/[run]/route";
import { GET as RUNS } from "@/app/v1/suites/[id]/runs/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { Time } from "@/components/time";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { RunState } from "../../../_components/run-state";
import { CompareSelect } from "./_components/compare-select";
import { Results } from "./_components/results";
import { RunActions } from "./_components/run-actions";
import { RunProgress } from "./_components/run-progress";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("suites.run");
  return { title: t("results") };
}

type Props = {
  params: Promise<{ id: string; suite: string; run: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Runs that one can be compared with. */
const RUNS_OFFERED = "25";

export default async function Page({ params, searchParams }: Props) {
  const session = await requireSession();
  const [{ id, suite: suiteId, run: runId }, { compare }] = await Promise.all([params, searchParams]);
  const runParams = { id: suiteId, run: runId };
  const [t, suite, run, results, runs, compared] = await Promise.all([
    getTranslations("suites"),
    readRoute(SUITE, { params: { id: suiteId } }),
    readRoute(RUN, { params: runParams }),
    readRoute(RESULTS, { params: runParams }),
    readRoute(RUNS, { params: { id: suiteId }, query: { limit: RUNS_OFFERED } }),
    typeof compare === "string" ? readRoute(RESULTS, { params: { id: suiteId, run: compare } }) : null,
  ]);
  if (suite.problem) return <ProblemState problem={suite.problem} />;
  if (run.problem) return <ProblemState problem={run.problem} />;
  if (results.problem) return <ProblemState problem={results.problem} />;
  if (compared?.problem) return <ProblemState problem={compared.problem} />;
  const { name } = suite.data;
  return (
    <>
      <PageHeader
        title={t("run.title", { suite: name })}
        back={{ href: `/agents/${id}/tests/${suiteId}`, label: name }}
        badge={<RunState state={run.data.state} />}
        description={<Time at={run.data.created_at} />}
        actions={<RunActions suiteId={suiteId} run={run.data} mayCancel={canUse(session, CANCEL)} />}
      />
      <RunProgress run={run.data} />
      <CompareSelect
        runs={(runs.data?.data ?? []).filter((each) => each.id !== runId && each.ended_at !== null)}
      />
      <Results results={results.data.data} comparedResults={compared?.data?.data ?? null} />
    </>
  );
}
