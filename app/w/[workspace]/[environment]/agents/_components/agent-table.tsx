"use client";

import { Badge, Paper, Select, Text } from "@mantine/core";
import { IconRobot } from "@tabler/icons-react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import type { Agent } from "@/lib/agents/agents/schema";
import { DemoButton } from "../../_components/demo-button";
import { AgentStatus } from "./agent-status";

const STATUSES = [
  { value: "", label: "All but archived" },
  { value: "draft", label: "Draft" },
  { value: "live", label: "Live" },
  { value: "archived", label: "Archived" },
];

const COLUMNS: Column<Agent>[] = [
  {
    id: "name",
    header: "Name",
    hidable: false,
    cell: ({ id, name }) => (
      <RowLink href={`/agents/${id}`} style={{ overflowWrap: "anywhere" }}>
        {name}
      </RowLink>
    ),
  },
  {
    id: "type",
    header: "Type",
    cell: ({ type }) => (
      <Text size="sm" tt="capitalize">
        {type}
      </Text>
    ),
  },
  { id: "status", header: "Status", cell: ({ status }) => <AgentStatus status={status} /> },
  {
    id: "live_version",
    header: "Live version",
    cell: ({ live_version }) => (
      <Text size="sm" {...(live_version === null && { c: "dimmed" })}>
        {live_version === null ? "None" : `Version ${live_version}`}
      </Text>
    ),
  },
  {
    id: "has_unpublished_changes",
    header: "Unpublished changes",
    cell: ({ has_unpublished_changes }) =>
      has_unpublished_changes ? (
        <Badge color="yellow">Not deployed</Badge>
      ) : (
        <Text size="sm" c="dimmed">
          None
        </Text>
      ),
  },
  { id: "updated_at", header: "Updated", cell: ({ updated_at }) => <Time at={updated_at} as="ago" /> },
];

type Props = {
  page: TablePage<Agent>;
  mayCreate: boolean;
  /** The demo's workspace, if the person may look at it. */
  demo: string | null;
};

export function AgentTable({ page, mayCreate, demo }: Props) {
  const address = useAddress();
  const status = address.get("status") ?? "";
  return (
    <Paper withBorder p="md">
      <DataTable
        label="Agents"
        columns={COLUMNS}
        page={page}
        minWidth={780}
        toolbar={
          <Select
            label="Status"
            data={STATUSES}
            value={status}
            allowDeselect={false}
            onChange={(value) => address.set({ status: value })}
          />
        }
        empty={
          <EmptyState
            title={status === "" ? "No agents yet" : `No agents are ${status}`}
            icon={<IconRobot size={30} stroke={1.5} aria-hidden />}
            action={status === "" && demo !== null && <DemoButton workspaceId={demo} />}
          >
            {mayCreate
              ? "Begin with a template: it can be rehearsed at once."
              : "A builder of this workspace can make one."}
          </EmptyState>
        }
      />
    </Paper>
  );
}
