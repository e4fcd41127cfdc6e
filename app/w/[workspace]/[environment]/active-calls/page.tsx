import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { POST as END } from "@/app/v1/calls/[id]/end/route";
import { POST as LISTEN } from "@/app/v1/calls/[id]/listen/route";
import { GET as CALL } from "@/app/v1/calls/[id]/route";
import { POST as TAKE_OVER } from "@/app/v1/calls/[id]/take-over/route";
import { GET as CALLS } from "@/app/v1/calls/route";
import { GET as JOINS } from "@/app/v1/live/joins/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { agentOf } from "../calls/_components/agent-of";
import { firstValue, type Search } from "../calls/_components/filters";
import { ActiveCalls } from "./_components/active-calls";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("calls.active");
  return { title: t("title") };
}

/** Calls in progress, newest first, with their total. */
const IN_PROGRESS = { status: "in_progress", limit: "50", include_total: "true" };
const AGENTS_SHOWN = { limit: "100" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const t = await getTranslations("calls.active");
  const session = await requireSession();
  const id = firstValue(await searchParams, "call");
  const [agents, calls, joins, call] = await Promise.all([
    readRoute(AGENTS, { query: AGENTS_SHOWN }),
    readRoute(CALLS, { query: IN_PROGRESS }),
    readRoute(JOINS),
    id ? readRoute(CALL, { params: { id } }) : null,
  ]);
  const selected = call?.data ? { call: call.data, agent: await agentOf(call.data) } : null;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {calls.problem ? (
        <ProblemState problem={calls.problem} />
      ) : (
        <ActiveCalls
          calls={calls.data.data}
          total={calls.data.total ?? calls.data.data.length}
          agents={Object.fromEntries((agents.data?.data ?? []).map((agent) => [agent.id, agent.name]))}
          selected={selected}
          joins={joins.data?.data ?? []}
          mayEnd={canUse(session, END)}
          mayTakeOver={canUse(session, TAKE_OVER)}
          mayListen={canUse(session, LISTEN)}
        />
      )}
    </>
  );
}
