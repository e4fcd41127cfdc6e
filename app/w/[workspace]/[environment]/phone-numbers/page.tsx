import type { Metadata } from "next";
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

export const metadata: Metadata = { title: "Phone numbers" };

/** As many agents and accounts as one page of their lists holds. */
const SHOWN = { limit: "100" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const [numbers, agents, integrations, workspace] = await Promise.all([
    searchParams.then((query) => readRoute(NUMBERS, { query })),
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
      .map(({ id, name }) => ({ id, name })),
    timezone: workspace.data.timezone,
  };
  const mayChange = canUse(session, PATCH);
  return (
    <>
      <PageHeader
        title="Phone numbers"
        description={
          mayChange
            ? "Numbers of your own, and which agent answers on each. They are of the live environment: what is a test reaches nobody."
            : "Numbers of your own, and which agent answers on each. Admins and owners connect and change them."
        }
        actions={
          choices.accounts.length > 0 && (
            <>
              {canUse(session, CHECK) &&
                choices.accounts.map((account) => <CheckSetUp key={account.id} account={account} />)}
              {mayChange && <NewNumber choices={choices} />}
            </>
          )
        }
      />
      <NumberTable page={numbers.data} choices={choices} mayChange={mayChange} />
    </>
  );
}
