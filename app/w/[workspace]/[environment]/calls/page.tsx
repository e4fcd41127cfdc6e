import { Group, Paper } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { GET as CALLS } from "@/app/v1/calls/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { demoWorkspaceOf, readRoute, requireSession } from "@/lib/http/page";
import { CallFilters } from "./_components/call-filters";
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
  const [agents, archived, calls] = await Promise.all([
    readRoute(AGENTS, { query: AGENTS_SHOWN }),
    readRoute(AGENTS, { query: { ...AGENTS_SHOWN, status: "archived" } }),
    readRoute(CALLS, { query: { ...search, include_total: "true" } }),
  ]);
  const all = [...(agents.data?.data ?? []), ...(archived.data?.data ?? [])];
  const chosenOutcome = firstValue(search, "outcome");
  const outcomes = new Set([
    ...all.flatMap((agent) => agent.outcomes.map(({ tag }) => tag)),
    ...SYSTEM_OUTCOMES,
    ...(chosenOutcome ? [chosenOutcome] : []),
  ]);
  const toolbar = (
    <CallFilters
      agents={all.map(({ id, name }) => ({ value: id, label: name }))}
      outcomes={[...outcomes]}
      total={calls.data?.total}
    />
  );
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {calls.problem ? (
        <Paper withBorder p="md">
          <Group gap="sm">{toolbar}</Group>
          <ProblemState problem={calls.problem} />
        </Paper>
      ) : (
        <CallTable
          page={{ data: calls.data.data, next_cursor: calls.data.next_cursor }}
          agents={Object.fromEntries(all.map(({ id, name }) => [id, name]))}
          toolbar={toolbar}
          demo={demoWorkspaceOf(session)}
        />
      )}
    </>
  );
}
