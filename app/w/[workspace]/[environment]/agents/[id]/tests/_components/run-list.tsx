"use client";

import { Anchor, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/data-table";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useRefreshWhile } from "@/components/use-refresh";
import type { SuiteRun } from "@/lib/suites/runs/schema";
import type { Translator } from "@/messages/translator";
import { isActive, PassRate, RunState } from "./run-state";

type Props = {
  agentId: string;
  suiteId: string;
  page: { data: readonly SuiteRun[]; next_cursor: string | null };
};

/** The configuration that a run had: a version, or the draft as it is or was. */
export function agentOfRun(
  t: Translator<"suites.run">,
  { agent_version, matches_draft }: Pick<SuiteRun, "agent_version" | "matches_draft">,
): string {
  if (agent_version !== null) return t("version", { version: String(agent_version) });
  return matches_draft ? t("currentDraft") : t("earlierDraft");
}

const columnsOf = (
  t: Translator<"suites.run">,
  tList: Translator<"suites.list">,
  { agentId, suiteId }: Props,
): Column<SuiteRun>[] => [
  {
    id: "started",
    header: t("started"),
    cell: ({ id, created_at }) => (
      <Anchor
        component={Link}
        href={`/agents/${agentId}/tests/${suiteId}/runs/${id}`}
        prefetch={false}
        size="sm"
      >
        <Time at={created_at} />
      </Anchor>
    ),
  },
  {
    id: "state",
    header: t("state"),
    narrow: "corner",
    cell: ({ state }) => <RunState state={state} />,
  },
  {
    id: "rate",
    header: tList("passRate"),
    cell: ({ finished, passed, confidence }) =>
      finished === 0 ? "–" : <PassRate rate={passed / finished} count={finished} confidence={confidence} />,
  },
  {
    id: "of",
    header: t("of"),
    cell: (run) => (
      <Group gap={6}>
        {agentOfRun(t, run)}
        {!run.is_current && (
          <Text size="xs" c="dimmed">
            {t("earlierCases")}
          </Text>
        )}
      </Group>
    ),
  },
];

/** The runs of a suite, newest first. */
export function RunList(props: Props) {
  const t = useTranslations("suites.run");
  const tList = useTranslations("suites.list");
  const { page } = props;
  useRefreshWhile(page.data.some(isActive));
  return (
    <Panel title={t("runs")}>
      <DataTable
        label={t("list")}
        columns={columnsOf(t, tList, props)}
        page={page}
        minWidth={640}
        empty={<Text size="sm">{t("none")}</Text>}
      />
    </Panel>
  );
}
