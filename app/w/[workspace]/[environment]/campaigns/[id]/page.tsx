import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENT } from "@/app/v1/agents/[id]/route";
import { POST as CANCEL } from "@/app/v1/campaigns/[id]/cancel/route";
import { GET as CONTACTS } from "@/app/v1/campaigns/[id]/contacts/route";
import { GET as EXPLANATION } from "@/app/v1/campaigns/[id]/explanation/route";
import { GET as RESULTS } from "@/app/v1/campaigns/[id]/results/route";
import { GET as CAMPAIGN, PATCH as UPDATE } from "@/app/v1/campaigns/[id]/route";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { Why } from "../../_components/why";
import { trunksOf } from "../_components/trunks-of";
import { CampaignView } from "./_components/campaign-view";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const campaign = await readRoute(CAMPAIGN, { params: await params });
  const t = await getTranslations("campaigns");
  return { title: campaign.data?.name ?? t("title") };
}

export default async function Page({ params, searchParams }: Props) {
  const session = await requireSession();
  const [{ id }, query] = await Promise.all([params, searchParams]);
  const campaign = await readRoute(CAMPAIGN, { params: { id } });
  if (campaign.problem) return <ProblemState problem={campaign.problem} />;
  const [contacts, agent, explanation, trunks] = await Promise.all([
    readRoute(CONTACTS, { params: { id }, query }),
    readRoute(AGENT, { params: { id: campaign.data.agent_id } }),
    readRoute(EXPLANATION, { params: { id } }),
    trunksOf(campaign.data),
  ]);
  return (
    <CampaignView
      key={id}
      campaign={campaign.data}
      agentName={agent.data?.name ?? campaign.data.agent_id}
      contacts={contacts}
      trunks={trunks}
      explanation={<Why explanation={explanation} />}
      rights={{
        edit: canUse(session, UPDATE),
        control: canUse(session, CANCEL),
        download: canUse(session, RESULTS),
      }}
    />
  );
}
