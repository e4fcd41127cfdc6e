import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { PUT as HOLD } from "@/app/v1/calls/[id]/legal-hold/route";
import { DELETE, PATCH } from "@/app/v1/calls/[id]/route";
import { POST as CALL, GET as CALLS } from "@/app/v1/calls/route";
import { POST as EXPORT } from "@/app/v1/exports/selection/route";
import { PageHeader } from "@/components/page-header";
import { PlaceCallButton } from "@/components/place-call/place-call-button";
import { canUse, demoWorkspaceOf, readRoute, requireSession } from "@/lib/http/page";
import { DialingMessages } from "@/messages/areas/dialing";
import { readSavedViews } from "../_components/read-saved-views";
import { callRow } from "./_components/call-row";
import { CallTable } from "./_components/call-table";
import { firstValue, type Search } from "./_components/filters";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("calls.list");
  return { title: t("title") };
}

/** One page of agents. A call of another agent shows the agent's ID. */
const AGENTS_SHOWN = { limit: "100" };
/** Outcomes set by Parley (product.md), including those for agents without outcomes. */
const SYSTEM_OUTCOMES = [
  "completed",
  "not_completed",
  "no_answer",
  "busy",
  "voicemail",
  "opted_out",
  "declined",
  "failed",
];

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const t = await getTranslations("calls.list");
  const session = await requireSession();
  const search = await searchParams;
  const [agents, archived, calls, saved] = await Promise.all([
    readRoute(AGENTS, { query: AGENTS_SHOWN }),
    readRoute(AGENTS, { query: { ...AGENTS_SHOWN, status: "archived" } }),
    readRoute(CALLS, { query: { ...search, include_total: "true" } }),
    readSavedViews(session, "calls"),
  ]);
  const all = [...(agents.data?.data ?? []), ...(archived.data?.data ?? [])];
  const chosenOutcome = firstValue(search, "outcome");
  const outcomes = new Set([
    ...all.flatMap((agent) => agent.outcomes.map(({ tag }) => tag)),
    ...SYSTEM_OUTCOMES,
    ...(chosenOutcome ? [chosenOutcome] : []),
  ]);
  return (
    <DialingMessages>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={canUse(session, CALL) && <PlaceCallButton parameter="new" />}
      />
      <CallTable
        page={
          calls.problem
            ? { problem: calls.problem }
            : { data: calls.data.data.map(callRow), next_cursor: calls.data.next_cursor }
        }
        total={calls.data?.total}
        agents={all.map(({ id, name }) => ({ value: id, label: name }))}
        outcomes={[...outcomes]}
        saved={saved}
        rights={{
          mayTag: canUse(session, PATCH),
          mayHold: canUse(session, HOLD),
          mayExport: canUse(session, EXPORT),
          mayDelete: canUse(session, DELETE),
        }}
        demo={demoWorkspaceOf(session)}
      />
    </DialingMessages>
  );
}
