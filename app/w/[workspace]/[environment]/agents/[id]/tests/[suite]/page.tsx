import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENT } from "@/app/v1/agents/[id]/route";
import { DELETE, PATCH, GET as SUITE } from "@/app/v1/suites/[id]/route";
import { POST as RUN, GET as RUNS } from "@/app/v1/suites/[id]/runs/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { hasCapability } from "@/lib/identity/access";
import { DeleteSuite } from "../_components/delete-suite";
import { RunList } from "../_components/run-list";
import { RunNow } from "../_components/run-now";
import { SuiteEditor } from "../_components/suite-editor";
import { readCaseOfCall } from "../case-of-call";

type Props = {
  params: Promise<{ id: string; suite: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Few enough that the cases below stay near. */
const RUNS_SHOWN = "8";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { suite } = await params;
  const [t, result] = await Promise.all([
    getTranslations("suites"),
    readRoute(SUITE, { params: { id: suite } }),
  ]);
  return { title: result.data?.name ?? t("title") };
}

export default async function Page({ params, searchParams }: Props) {
  const session = await requireSession();
  const [{ id, suite: suiteId }, { call, ...query }] = await Promise.all([params, searchParams]);
  const [t, agent, suite, runs, fromCall] = await Promise.all([
    getTranslations("suites"),
    readRoute(AGENT, { params: { id } }),
    readRoute(SUITE, { params: { id: suiteId } }),
    readRoute(RUNS, { params: { id: suiteId }, query: { ...query, limit: RUNS_SHOWN } }),
    readCaseOfCall(call),
  ]);
  if (agent.problem) return <ProblemState problem={agent.problem} />;
  if (suite.problem) return <ProblemState problem={suite.problem} />;
  if (runs.problem) return <ProblemState problem={runs.problem} />;
  if (fromCall?.problem) return <ProblemState problem={fromCall.problem} />;
  const { outcomes, variables } = agent.data;
  const { name, required, revision } = suite.data;
  const mayRequire = hasCapability(session.ctx.actor.role, "agents.deploy");
  const mayDelete = canUse(session, DELETE) && (mayRequire || !required);
  return (
    <>
      <PageHeader
        title={name}
        back={{ href: `/agents/${id}/tests`, label: t("title") }}
        actions={
          <>
            {mayDelete && <DeleteSuite agentId={id} suite={{ id: suiteId, name, revision }} />}
            {canUse(session, RUN) && <RunNow agentId={id} suiteId={suiteId} name={name} />}
          </>
        }
      />
      <Stack gap="lg">
        <RunList agentId={id} suiteId={suiteId} page={runs.data} />
        <SuiteEditor
          key={`${suiteId}${typeof call === "string" ? call : ""}`}
          agent={{
            id,
            outcomes: outcomes.map(({ tag }) => tag),
            variables: variables.map((variable) => variable.name),
          }}
          suite={suite.data}
          fromCall={fromCall?.data ?? null}
          rights={{ write: canUse(session, PATCH), require: mayRequire }}
        />
      </Stack>
    </>
  );
}
