"use client";

import { Anchor, Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/data-table";
import { Link } from "@/components/link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useRefreshWhile } from "@/components/use-refresh";
import type { SuiteOverview } from "@/lib/suites/runs/schema";
import type { Translator } from "@/messages/translator";
import { RunNow } from "./run-now";
import { isActive, PassRate, RunState } from "./run-state";

type Overview = SuiteOverview["data"][number];
type Row = Overview & { id: string };
type Props = { agentId: string; suites: SuiteOverview["data"]; mayRun: boolean };

function Result({ agentId, run }: { agentId: string; run: Overview["run"] }) {
  const t = useTranslations("suites.list");
  if (run === null) return <Text size="sm">{t("notRun")}</Text>;
  const href = `/agents/${agentId}/tests/${run.suite_id}/runs/${run.id}`;
  if (run.matches_draft && run.is_current)
    return (
      <Anchor component={Link} href={href} prefetch={false}>
        <RunState state={run.state} />
      </Anchor>
    );
  return (
    <Stack gap={2}>
      <Text size="sm">{t("notRunForDraft")}</Text>
      <Anchor component={Link} href={href} prefetch={false} size="xs">
        {t.rich("earlier", { time: () => <Time at={run.created_at} as="ago" /> })}
      </Anchor>
    </Stack>
  );
}

const columnsOf = (t: Translator<"suites.list">, { agentId, mayRun }: Props): Column<Row>[] => [
  {
    id: "name",
    header: t("name"),
    cell: ({ suite }) => (
      <Group gap="xs">
        <Anchor
          component={Link}
          href={`/agents/${agentId}/tests/${suite.id}`}
          prefetch={false}
          size="sm"
          fw={500}
        >
          {suite.name}
        </Anchor>
        {suite.required && <Badge variant="light">{t("required")}</Badge>}
      </Group>
    ),
  },
  { id: "cases", header: t("cases"), cell: ({ suite }) => suite.case_count },
  { id: "result", header: t("result"), cell: ({ run }) => <Result agentId={agentId} run={run} /> },
  {
    id: "rate",
    header: t("passRate"),
    cell: ({ run }) =>
      run === null || run.finished === 0 || !(run.matches_draft && run.is_current) ? (
        "–"
      ) : (
        <PassRate rate={run.passed / run.finished} count={run.finished} confidence={run.confidence} />
      ),
  },
  {
    id: "actions",
    header: t("actions"),
    cell: ({ suite, run }) =>
      mayRun && (
        <RunNow
          agentId={agentId}
          suiteId={suite.id}
          name={suite.name}
          size="compact-sm"
          disabled={run !== null && isActive(run)}
        />
      ),
  },
];

/** The suites of an agent, each with its result for the current draft. */
export function SuiteTable(props: Props) {
  const t = useTranslations("suites.list");
  const { suites } = props;
  useRefreshWhile(suites.some(({ run }) => run !== null && isActive(run)));
  return (
    <Paper withBorder p="md">
      <DataTable
        label={t("label")}
        columns={columnsOf(t, props)}
        page={{ data: suites.map((row) => ({ ...row, id: row.suite.id })), next_cursor: null }}
        minWidth={760}
        empty={
          <EmptyState title={t("emptyTitle")} icon={<IconChecklist size={30} stroke={1.5} aria-hidden />}>
            {t("empty")}
          </EmptyState>
        }
      />
    </Paper>
  );
}
