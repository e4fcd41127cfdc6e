"use client";

import { Badge, NativeSelect, Paper, Text } from "@mantine/core";
import { IconRobot } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { NO_VALUE } from "@/components/no-value";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Translator } from "@/messages/translator";
import { DemoButton } from "../../_components/demo-button";
import { AgentStatus } from "./agent-status";

/** `active` is every status except archived, which is the API's default. */
const FILTERS = ["active", "draft", "live", "archived"] as const;

const columnsOf = (t: Translator<"agents">): Column<Agent>[] => [
  {
    id: "name",
    header: t("list.name"),
    hidable: false,
    cell: ({ id, name }) => <RowLink href={`/agents/${id}`}>{name}</RowLink>,
  },
  {
    id: "type",
    header: t("list.type"),
    narrow: "plain",
    cell: ({ type }) => <Text size="sm">{t(`list.types.${type}`)}</Text>,
  },
  {
    id: "status",
    header: t("list.status"),
    narrow: "corner",
    cell: ({ status }) => <AgentStatus status={status} />,
  },
  {
    id: "live_version",
    header: t("list.liveVersion"),
    narrow: "plain",
    cell: ({ live_version }) =>
      live_version === null ? (
        NO_VALUE
      ) : (
        <Text size="sm">{t("version", { version: String(live_version) })}</Text>
      ),
  },
  {
    id: "has_unpublished_changes",
    header: t("list.changes"),
    narrow: "plain",
    cell: ({ has_unpublished_changes }) =>
      has_unpublished_changes ? <Badge color="yellow">{t("list.notDeployed")}</Badge> : NO_VALUE,
  },
  {
    id: "updated_at",
    header: t("list.updated"),
    cell: ({ updated_at }) => <Time at={updated_at} as="ago" />,
  },
];

type Props = {
  page: TablePage<Agent>;
  mayCreate: boolean;
  /** The workspace of the demo, if the member has access to it. */
  demo: string | null;
};

export function AgentTable({ page, mayCreate, demo }: Props) {
  const address = useAddress();
  const t = useTranslations("agents");
  const filter = FILTERS.find((candidate) => candidate === address.get("status")) ?? "active";
  return (
    <Paper withBorder p="md">
      <DataTable
        label={t("title")}
        columns={columnsOf(t)}
        page={page}
        minWidth={780}
        toolbar={
          <NativeSelect
            label={t("list.status")}
            data={FILTERS.map((value) => ({ value, label: t(`list.filter.${value}`) }))}
            value={filter}
            onChange={({ currentTarget: { value } }) =>
              address.set({ status: value === "active" ? "" : value })
            }
          />
        }
        empty={
          <EmptyState
            title={t(`list.emptyTitle.${filter}`)}
            icon={<IconRobot size={30} stroke={1.5} aria-hidden />}
            action={filter === "active" && demo !== null && <DemoButton workspaceId={demo} />}
          >
            {mayCreate ? t("list.empty") : t("list.emptyReadOnly")}
          </EmptyState>
        }
      />
    </Paper>
  );
}
