import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { POST as CREATE, GET as LIST } from "@/app/v1/agents/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, demoWorkspaceOf, readRoute, requireSession } from "@/lib/http/page";
import { AgentTable } from "./_components/agent-table";
import { ImportAgent } from "./_components/import-agent";
import { NewAgent } from "./_components/new-agent";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("agents");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  // `new` opens the dialog. The other parameters are those of the list.
  const { new: _new, ...query } = await searchParams;
  const agents = await readRoute(LIST, { query });
  const t = await getTranslations("agents");
  const mayCreate = canUse(session, CREATE);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          mayCreate && (
            <>
              <ImportAgent />
              <NewAgent />
            </>
          )
        }
      />
      {agents.problem ? (
        <ProblemState problem={agents.problem} />
      ) : (
        <AgentTable page={agents.data} mayCreate={mayCreate} demo={demoWorkspaceOf(session)} />
      )}
    </>
  );
}
