import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENT } from "@/app/v1/agents/[id]/route";
import { POST as CREATE } from "@/app/v1/suites/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { hasCapability } from "@/lib/identity/access";
import { SuiteEditor } from "../_components/suite-editor";
import { readCaseOfCall } from "../case-of-call";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("suites");
  return { title: t("create.title") };
}

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params: routeParams, searchParams }: Props) {
  const session = await requireSession();
  const [params, { call }] = await Promise.all([routeParams, searchParams]);
  const [t, agent, fromCall] = await Promise.all([
    getTranslations("suites"),
    readRoute(AGENT, { params }),
    readCaseOfCall(call),
  ]);
  if (agent.problem) return <ProblemState problem={agent.problem} />;
  if (fromCall?.problem) return <ProblemState problem={fromCall.problem} />;
  const { id, outcomes, variables } = agent.data;
  return (
    <>
      <PageHeader title={t("create.title")} back={{ href: `/agents/${id}/tests`, label: t("title") }} />
      <SuiteEditor
        agent={{
          id,
          outcomes: outcomes.map(({ tag }) => tag),
          variables: variables.map(({ name }) => name),
        }}
        suite={null}
        fromCall={fromCall?.data ?? null}
        rights={{
          write: canUse(session, CREATE),
          require: hasCapability(session.ctx.actor.role, "agents.deploy"),
        }}
      />
    </>
  );
}
