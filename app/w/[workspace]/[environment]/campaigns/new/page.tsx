import type { Metadata } from "next";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { GET as CONTACTS } from "@/app/v1/campaigns/[id]/contacts/route";
import { GET as CAMPAIGN } from "@/app/v1/campaigns/[id]/route";
import { POST as CREATE } from "@/app/v1/campaigns/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState, RefusedState } from "@/components/states";
import { canUse, readRoute, redirectInScope, requireSession } from "@/lib/http/page";
import { stepOf } from "./_components/steps";
import { Wizard } from "./_components/wizard";

export const metadata: Metadata = { title: "New campaign" };

/** As many agents as one page of their list holds. */
const AGENTS_SHOWN = { limit: "100" };

type Search = Record<string, string | string[] | undefined>;
const firstValue = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return Array.isArray(value) ? value[0] : value;
};

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const session = await requireSession();
  const search = await searchParams;
  if (!canUse(session, CREATE)) return <RefusedState order={1}>Builders make campaigns.</RefusedState>;
  const id = firstValue(search, "id");
  const agents = await readRoute(AGENTS, { query: AGENTS_SHOWN });
  if (agents.problem) return <ProblemState problem={agents.problem} />;
  const choices = agents.data.data.map(({ id: value, name, type, status, variables }) => ({
    value,
    variables: variables.map((variable) => variable.name),
    name,
    type,
    status,
  }));
  const head = (title: string, description: string) => (
    <PageHeader title={title} description={description} back={{ href: "/campaigns", label: "Campaigns" }} />
  );
  if (id === undefined)
    return (
      <>
        {head("New campaign", "Each step is saved as a draft: leave at any time and continue later.")}
        <Wizard key="new" step="who" campaign={null} agents={choices} contacts={null} />
      </>
    );
  const campaign = await readRoute(CAMPAIGN, { params: { id } });
  if (campaign.problem) return <ProblemState problem={campaign.problem} />;
  if (campaign.data.status !== "draft") await redirectInScope(`/campaigns/${id}`);
  const step = stepOf(firstValue(search, "step"));
  const { id: _, status: __, ...query } = search;
  const contacts = step === "contacts" ? await readRoute(CONTACTS, { params: { id }, query }) : null;
  return (
    <>
      {head(campaign.data.name, "A draft. Each step is saved: leave at any time and continue later.")}
      <Wizard
        key={`${id} ${step}`}
        step={step}
        campaign={campaign.data}
        agents={choices}
        contacts={contacts?.data ?? null}
      />
    </>
  );
}
