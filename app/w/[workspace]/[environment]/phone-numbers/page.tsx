import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { POST as CHECK } from "@/app/v1/integrations/[id]/check/route";
import { GET as INTEGRATIONS } from "@/app/v1/integrations/route";
import { PATCH } from "@/app/v1/phone-numbers/[id]/route";
import { GET as NUMBERS } from "@/app/v1/phone-numbers/route";
import { GET as WORKSPACE } from "@/app/v1/workspace/route";
import { CheckSetUp } from "@/components/check-set-up";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { descriptorOf } from "@/lib/agents/providers/schema";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { NewNumber } from "./_components/new-number";
import { NumberTable } from "./_components/number-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("numbers");
  return { title: t("title") };
}

/** The agents and accounts that a list returns at most. */
const SHOWN = { limit: "100" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const t = await getTranslations("numbers");
  const [numbers, agents, integrations, workspace] = await Promise.all([
    searchParams.then(({ agent: _, ...query }) => readRoute(NUMBERS, { query })),
    readRoute(AGENTS, { query: SHOWN }),
    readRoute(INTEGRATIONS, { query: SHOWN }),
    readRoute(WORKSPACE),
  ]);
  if (numbers.problem) return <ProblemState problem={numbers.problem} />;
  if (agents.problem) return <ProblemState problem={agents.problem} />;
  if (integrations.problem) return <ProblemState problem={integrations.problem} />;
  if (workspace.problem) return <ProblemState problem={workspace.problem} />;
  const choices = {
    agents: agents.data.data
      .filter(({ status }) => status !== "archived")
      .map(({ id, name, type }) => ({ id, name, type })),
    accounts: integrations.data.data
      .filter(({ kind, environment }) => descriptorOf(kind).service === "carrier" && environment === "live")
      .map(({ id, name, kind }) => ({ id, name, kind })),
    timezone: workspace.data.timezone,
  };
  const { agent } = await searchParams;
  // The link of an agent that was just deployed; its number is connected next.
  const agentId = choices.agents.find(({ id }) => id === agent)?.id ?? null;
  const mayChange = canUse(session, PATCH);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t(`description.${mayChange ? "edit" : "view"}`)}
        actions={
          choices.accounts.length > 0 && (
            <>
              {canUse(session, CHECK) &&
                choices.accounts.map((account) => (
                  <CheckSetUp key={account.id} account={account} isNamed={choices.accounts.length > 1} />
                ))}
              {mayChange && <NewNumber choices={choices} agentId={agentId} />}
            </>
          )
        }
      />
      <NumberTable page={numbers.data} choices={choices} mayChange={mayChange} />
    </>
  );
}
