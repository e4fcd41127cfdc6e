import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DELETE } from "@/app/v1/integrations/[id]/route";
import { POST as CREATE, GET as INTEGRATIONS } from "@/app/v1/integrations/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { PROVIDER_DESCRIPTORS, type ProviderKind, type Service } from "@/lib/agents/providers/schema";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { IntegrationTable } from "./_components/integration-table";
import { NewIntegration } from "./_components/new-integration";

/** The service of each kind of integration. */
const services = Object.fromEntries(
  PROVIDER_DESCRIPTORS.map(({ kind, service }) => [kind, service]),
) as Record<ProviderKind, Service>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("integrations");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const t = await getTranslations("integrations");
  // `connect` opens the dialog. The other parameters are those of the list.
  const { connect: _connect, ...query } = await searchParams;
  const integrations = await readRoute(INTEGRATIONS, { query });
  const mayConnect = canUse(session, CREATE);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t(`description.${mayConnect ? "manage" : "view"}`)}
        actions={mayConnect && <NewIntegration environment={session.ctx.environment} />}
      />
      {integrations.problem ? (
        <ProblemState problem={integrations.problem} />
      ) : (
        <IntegrationTable
          page={integrations.data}
          mayConnect={mayConnect}
          mayDisconnect={canUse(session, DELETE)}
          services={services}
        />
      )}
    </>
  );
}
