import type { Metadata } from "next";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { POST as END } from "@/app/v1/calls/[id]/end/route";
import { GET as CALL } from "@/app/v1/calls/[id]/route";
import { GET as CALLS } from "@/app/v1/calls/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { agentOf } from "../calls/_components/agent-of";
import { firstValue, type Search } from "../calls/_components/filters";
import { Live } from "./_components/live";

export const metadata: Metadata = { title: "Live" };

/** Calls in progress, newest first, with the number of calls not listed. */
const GOING = { status: "in_progress", limit: "50", include_total: "true" };
const AGENTS_SHOWN = { limit: "100" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const session = await requireSession();
  const id = firstValue(await searchParams, "call");
  const [agents, calls, call] = await Promise.all([
    readRoute(AGENTS, { query: AGENTS_SHOWN }),
    readRoute(CALLS, { query: GOING }),
    id ? readRoute(CALL, { params: { id } }) : null,
  ]);
  const opened = call?.data ? { call: call.data, agent: await agentOf(call.data) } : null;
  return (
    <>
      <PageHeader
        title="Live"
        description="Conversations that go on now, masked. Until a call is settled, answers to sensitive questions are withheld whole."
      />
      {calls.problem ? (
        <ProblemState problem={calls.problem} />
      ) : (
        <Live
          calls={calls.data.data}
          total={calls.data.total ?? calls.data.data.length}
          agents={Object.fromEntries((agents.data?.data ?? []).map((agent) => [agent.id, agent.name]))}
          opened={opened}
          mayEnd={canUse(session, END)}
        />
      )}
    </>
  );
}
