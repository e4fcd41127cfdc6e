import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as PROPOSALS } from "@/app/v1/agents/[id]/case-proposals/route";
import { GET as AGENT } from "@/app/v1/agents/[id]/route";
import { GET as SUITES } from "@/app/v1/agents/[id]/suites/route";
import { POST as RUN } from "@/app/v1/suites/[id]/runs/route";
import { POST as CREATE } from "@/app/v1/suites/route";
import { LinkButton } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { CallSuites } from "./_components/call-suites";
import { CaseProposals } from "./_components/case-proposals";
import { SuiteTable } from "./_components/suite-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("suites");
  return { title: t("title") };
}

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params: routeParams, searchParams }: Props) {
  const session = await requireSession();
  const [params, { call }] = await Promise.all([routeParams, searchParams]);
  const [t, agent, suites, proposals] = await Promise.all([
    getTranslations("suites"),
    readRoute(AGENT, { params }),
    readRoute(SUITES, { params }),
    readRoute(PROPOSALS, { params }),
  ]);
  if (agent.problem) return <ProblemState problem={agent.problem} />;
  if (suites.problem) return <ProblemState problem={suites.problem} />;
  const { id, name } = agent.data;
  const mayCreate = canUse(session, CREATE);
  return (
    <>
      <PageHeader
        title={t("title")}
        back={{ href: `/agents/${id}`, label: name }}
        description={t("description")}
        actions={mayCreate && <LinkButton href={`/agents/${id}/tests/new`}>{t("create.title")}</LinkButton>}
      />
      <Stack gap="md">
        {typeof call === "string" && mayCreate && (
          <CallSuites agentId={id} callId={call} suites={suites.data.data.map(({ suite }) => suite)} />
        )}
        <SuiteTable agentId={id} suites={suites.data.data} mayRun={canUse(session, RUN)} />
        <CaseProposals agentId={id} proposals={proposals.data?.data ?? []} mayChange={mayCreate} />
      </Stack>
    </>
  );
}
