import type { Metadata } from "next";
import { POST as CREATE, GET as LIST } from "@/app/v1/agents/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, demoWorkspaceOf, readRoute, requireSession } from "@/lib/http/page";
import { AgentTable } from "./_components/agent-table";
import { ImportAgent } from "./_components/import-agent";
import { NewAgent } from "./_components/new-agent";

export const metadata: Metadata = { title: "Agents" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const agents = await readRoute(LIST, { query: await searchParams });
  const mayCreate = canUse(session, CREATE);
  return (
    <>
      <PageHeader
        title="Agents"
        description="Who answers and what they ask. Build one, rehearse it, and deploy it when it is right."
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
