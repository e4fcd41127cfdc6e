import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { GET as CAMPAIGNS, POST as CREATE } from "@/app/v1/campaigns/route";
import { LinkButton } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { CampaignTable } from "./_components/campaign-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("campaigns");
  return { title: t("title") };
}

/** As many agents as one page of their list holds; a campaign of another one shows the agent's id. */
const AGENTS_SHOWN = { limit: "100" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const t = await getTranslations("campaigns");
  const search = await searchParams;
  const [campaigns, agents, archived] = await Promise.all([
    readRoute(CAMPAIGNS, { query: search }),
    readRoute(AGENTS, { query: AGENTS_SHOWN }),
    readRoute(AGENTS, { query: { ...AGENTS_SHOWN, status: "archived" } }),
  ]);
  const all = [...(agents.data?.data ?? []), ...(archived.data?.data ?? [])];
  const mayCreate = canUse(session, CREATE);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={mayCreate && <LinkButton href="/campaigns/new">{t("list.open")}</LinkButton>}
      />
      {campaigns.problem ? (
        <ProblemState problem={campaigns.problem} />
      ) : (
        <CampaignTable
          page={campaigns.data}
          agents={Object.fromEntries(all.map(({ id, name }) => [id, name]))}
          mayCreate={mayCreate}
        />
      )}
    </>
  );
}
