import type { Metadata } from "next";
import { GET as AGENT } from "@/app/v1/agents/[id]/route";
import { POST as END } from "@/app/v1/calls/[id]/end/route";
import { PUT as HOLD, DELETE as RELEASE } from "@/app/v1/calls/[id]/legal-hold/route";
import { GET as CALL, DELETE, PATCH } from "@/app/v1/calls/[id]/route";
import { ProblemState } from "@/components/states";
import { may, read, requireSession } from "@/lib/http/page";
import { agentOf } from "../_components/agent-of";
import { listQuery, one, type Search } from "../_components/filters";
import { Review } from "./_components/review";
import { neighboursOf } from "./neighbours";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Search> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const call = await read(CALL, { params: await params });
  const agent = call.data && (await read(AGENT, { params: { id: call.data.agent_id } }));
  return { title: agent?.data ? `Call with ${agent.data.name}` : "Call" };
}

export default async function Page({ params, searchParams }: Props) {
  const session = await requireSession();
  const [{ id }, search] = await Promise.all([params, searchParams]);
  const call = await read(CALL, { params: { id } });
  if (call.problem) return <ProblemState problem={call.problem} />;
  const [agent, neighbours] = await Promise.all([agentOf(call.data), neighboursOf(call.data, search)]);
  const query = listQuery((name) => one(search, name));
  return (
    <Review
      key={id}
      call={call.data}
      agent={agent}
      neighbours={neighbours}
      query={query}
      mayEdit={may(session, PATCH)}
      mayEnd={may(session, END)}
      mayDelete={may(session, DELETE)}
      mayHold={may(session, HOLD)}
      mayRelease={may(session, RELEASE)}
    />
  );
}
