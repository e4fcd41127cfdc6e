import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { GET as CONTACTS } from "@/app/v1/campaigns/[id]/contacts/route";
import { GET as CAMPAIGN } from "@/app/v1/campaigns/[id]/route";
import { POST as CREATE } from "@/app/v1/campaigns/route";
import { GET as ALL_CONTACTS } from "@/app/v1/contacts/route";
import { GET as INTEGRATIONS } from "@/app/v1/integrations/route";
import { GET as NUMBERS } from "@/app/v1/phone-numbers/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState, RefusedState } from "@/components/states";
import { kindsOf } from "@/lib/agents/providers/schema";
import { canUse, readRoute, redirectInScope, requireSession } from "@/lib/http/page";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { type CarrierGap, carrierGap } from "../_components/carrier-gap";
import { trunksOf } from "../_components/trunks-of";
import { type Step, stepOf } from "./_components/steps";
import { Wizard } from "./_components/wizard";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("campaigns");
  return { title: t("list.open") };
}

/** As many agents as one page of their list holds. */
const AGENTS_SHOWN = { limit: "100" };
const CARRIERS = kindsOf("carrier");

type Search = Record<string, string | string[] | undefined>;
const firstValue = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return Array.isArray(value) ? value[0] : value;
};

/** As many integrations as one page of their list holds. */
const INTEGRATIONS_SHOWN = { limit: "100" };

/** The part of the carrier that the check names if no carrier is available. Test campaigns need none. */
async function missingCarrierPart(campaign: Campaign, step: Step): Promise<CarrierGap | null> {
  if (step !== "check" || campaign.environment === "test") return null;
  const [integrations, numbers] = await Promise.all([
    readRoute(INTEGRATIONS, { query: INTEGRATIONS_SHOWN }),
    readRoute(NUMBERS, { query: { limit: "1" } }),
  ]);
  if (integrations.problem || numbers.problem) return null;
  return carrierGap({
    hasIntegration: integrations.data.data.some(({ kind }) => CARRIERS.includes(kind)),
    hasNumber: numbers.data.data.length > 0,
  });
}

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const session = await requireSession();
  const search = await searchParams;
  const t = await getTranslations("campaigns");
  if (!canUse(session, CREATE)) return <RefusedState order={1}>{t("create.refused")}</RefusedState>;
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
  const header = (title: string) => (
    <PageHeader
      title={title}
      description={t("create.help")}
      back={{ href: "/campaigns", label: t("title") }}
    />
  );
  if (id === undefined)
    return (
      <>
        {header(t("list.open"))}
        <Wizard
          step="who"
          campaign={null}
          agents={choices}
          agentId={choices.find(({ value }) => value === firstValue(search, "agent"))?.value ?? null}
          contacts={null}
          hasContacts={false}
          trunks={[]}
          carrierGap={null}
        />
      </>
    );
  const campaign = await readRoute(CAMPAIGN, { params: { id } });
  if (campaign.problem) return <ProblemState problem={campaign.problem} />;
  if (campaign.data.status !== "draft") await redirectInScope(`/campaigns/${id}`);
  const step = stepOf(firstValue(search, "step"));
  const { id: _, status: __, ...query } = search;
  const [contacts, anyContact] =
    step === "contacts"
      ? await Promise.all([
          readRoute(CONTACTS, { params: { id }, query }),
          readRoute(ALL_CONTACTS, { query: { limit: "1" } }),
        ])
      : [null, null];
  return (
    <>
      {header(campaign.data.name)}
      <Wizard
        step={step}
        campaign={campaign.data}
        agents={choices}
        agentId={null}
        contacts={contacts?.data ?? null}
        hasContacts={(anyContact?.data?.data.length ?? 0) > 0}
        trunks={step === "when" ? await trunksOf(campaign.data) : []}
        carrierGap={await missingCarrierPart(campaign.data, step)}
      />
    </>
  );
}
