import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENT } from "@/app/v1/agents/[id]/route";
import { POST as COMMENT } from "@/app/v1/calls/[id]/comments/route";
import { GET as COST } from "@/app/v1/calls/[id]/cost/route";
import { POST as END } from "@/app/v1/calls/[id]/end/route";
import { GET as EXPLANATION } from "@/app/v1/calls/[id]/explanation/route";
import { GET as FILE } from "@/app/v1/calls/[id]/file/route";
import { PUT as HOLD, DELETE as RELEASE } from "@/app/v1/calls/[id]/legal-hold/route";
import { GET as RECORDING } from "@/app/v1/calls/[id]/recording/route";
import { GET as CALL, DELETE, PATCH } from "@/app/v1/calls/[id]/route";
import { PUT as MARK } from "@/app/v1/calls/[id]/scores/[criterion]/route";
import { GET as SCORES } from "@/app/v1/calls/[id]/scores/route";
import { GET as SIP_MESSAGES } from "@/app/v1/calls/[id]/sip-messages/route";
import { GET as TRIES } from "@/app/v1/calls/[id]/trunk-tries/route";
import { POST as CREATE_SUITE } from "@/app/v1/suites/route";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { Why } from "../../_components/why";
import { agentOf } from "../_components/agent-of";
import { firstValue, listQuery, type Search } from "../_components/filters";
import { renderCallPanels } from "./_components/call-panels";
import { Review } from "./_components/review";
import { findAdjacentCalls } from "./adjacent-calls";
import { commentsOf } from "./comments-of";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Search> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("calls");
  const call = await readRoute(CALL, { params: await params });
  const agent = call.data && (await readRoute(AGENT, { params: { id: call.data.agent_id } }));
  return { title: agent?.data ? t("review.pageTitle", { agent: agent.data.name }) : t("column.call") };
}

export default async function Page({ params, searchParams }: Props) {
  const session = await requireSession();
  const [{ id }, search] = await Promise.all([params, searchParams]);
  const call = await readRoute(CALL, { params: { id } });
  if (call.problem) return <ProblemState problem={call.problem} />;
  const [agent, adjacent, comments, explanation, tries, messages, cost, scores] = await Promise.all([
    agentOf(call.data),
    findAdjacentCalls(call.data, search),
    commentsOf(id),
    readRoute(EXPLANATION, { params: { id } }),
    readRoute(TRIES, { params: { id } }),
    call.data.channel === "phone" ? readRoute(SIP_MESSAGES, { params: { id } }) : null,
    readRoute(COST, { params: { id } }),
    readRoute(SCORES, { params: { id } }),
  ]);
  const query = listQuery((name) => firstValue(search, name));
  const { actor } = session.ctx;
  return (
    <Review
      key={id}
      call={call.data}
      agent={agent}
      comments={comments}
      viewer={actor.type === "member" ? actor.id : null}
      adjacent={adjacent}
      query={query}
      may={{
        edit: canUse(session, PATCH),
        comment: canUse(session, COMMENT),
        download: canUse(session, RECORDING),
        export: canUse(session, FILE),
        makeCase: canUse(session, CREATE_SUITE) && call.data.erased_at === null,
        end: canUse(session, END),
        delete: canUse(session, DELETE),
        hold: canUse(session, HOLD),
        release: canUse(session, RELEASE),
      }}
      panels={renderCallPanels({
        call: call.data,
        agent,
        cost: cost.data ?? null,
        scores: scores.data ?? null,
        mayMark: canUse(session, MARK) && call.data.erased_at === null,
        tries: tries.data?.data ?? [],
        hasSipMessages: (messages?.data?.data.length ?? 0) > 0,
        explanation: <Why explanation={explanation} />,
      })}
    />
  );
}
