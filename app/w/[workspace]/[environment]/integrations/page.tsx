import type { Metadata } from "next";
import { DELETE } from "@/app/v1/integrations/[id]/route";
import { POST as CREATE, GET as INTEGRATIONS } from "@/app/v1/integrations/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { IntegrationTable } from "./_components/integration-table";
import { NewIntegration } from "./_components/new-integration";

export const metadata: Metadata = { title: "Integrations" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const integrations = await readRoute(INTEGRATIONS, { query: await searchParams });
  const mayConnect = canUse(session, CREATE);
  return (
    <>
      <PageHeader
        title="Integrations"
        description={
          mayConnect
            ? "Credentials of other services, and servers of language models. A secret is sealed, goes to its hosts alone, and is never shown again."
            : "Credentials of other services, and servers of language models. Admins and owners connect and disconnect them."
        }
        actions={mayConnect && <NewIntegration environment={session.ctx.environment} />}
      />
      {integrations.problem ? (
        <ProblemState problem={integrations.problem} />
      ) : (
        <IntegrationTable page={integrations.data} mayDisconnect={canUse(session, DELETE)} />
      )}
    </>
  );
}
