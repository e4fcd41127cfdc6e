import type { Metadata } from "next";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { POST as END } from "@/app/v1/calls/[id]/end/route";
import { GET as CALL } from "@/app/v1/calls/[id]/route";
import { GET as CALLS } from "@/app/v1/calls/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { may, read, requireSession } from "@/lib/http/page";
import { agentOf } from "../calls/_components/agent-of";
import { one, type Search } from "../calls/_components/filters";
import { Live } from "./_components/live";

export const metadata: Metadata = { title: "Live" };

/** Calls that go on, the newest first; how many more there are is said. */
const GOING = { status: "in_progress", limit: "50", include_total: "true" };
const AGENTS_SHOWN = { limit: "100" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const session = await requireSession();
  const id = one(await searchParams, "call");
  const [agents, calls, call] = await Promise.all([
    read(AGENTS, { query: AGENTS_SHOWN }),
    read(CALLS, { query: GOING }),
    id ? read(CALL, { params: { id } }) : null,
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
          mayEnd={may(session, END)}
        />
      )}
    </>
  );
}
