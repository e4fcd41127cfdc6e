"use client";

import { Badge, Group, Paper, Text } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import type { Tool } from "@/lib/agents/tools/schema";
import { seconds } from "./seconds";

const COLUMNS: Column<Tool>[] = [
  {
    id: "name",
    header: "Tool",
    cell: ({ id, name, description }) => (
      <>
        <RowLink href={`/tools/${id}`} ff="monospace">
          {name}
        </RowLink>
        <Text size="sm" c="dimmed" lineClamp={2} maw={420}>
          {description}
        </Text>
      </>
    ),
  },
  {
    id: "request",
    header: "Request",
    cell: ({ request }) => (
      <Group gap="xs" wrap="nowrap">
        <Badge color="gray">{request.method}</Badge>
        <Text size="sm" ff="monospace" lineClamp={2} maw={340} style={{ overflowWrap: "anywhere" }}>
          {request.url}
        </Text>
      </Group>
    ),
  },
  {
    id: "credential",
    header: "Credential",
    cell: ({ integration_id }) => (
      <Text size="sm" {...(integration_id === null && { c: "dimmed" })}>
        {integration_id === null ? "None" : "Sent along"}
      </Text>
    ),
  },
  {
    id: "timeout",
    header: "Time limit",
    cell: ({ timeout_ms }) => <Text size="sm">{seconds(timeout_ms)}</Text>,
  },
  { id: "updated_at", header: "Changed", cell: ({ updated_at }) => <Time at={updated_at} as="ago" /> },
];

/** The workspace's own tools. */
export function ToolTable({ page, mayCreate }: { page: TablePage<Tool>; mayCreate: boolean }) {
  return (
    <Paper withBorder>
      <DataTable
        label="Your tools"
        columns={COLUMNS}
        page={page}
        minWidth={820}
        empty={
          <EmptyState
            title="No tools of your own yet"
            icon={<IconTool size={30} stroke={1.5} aria-hidden />}
            action={mayCreate && <LinkButton href="/tools/new">Make the first</LinkButton>}
          >
            A tool lets an agent look up an order, book a table or open a ticket in your own systems.
          </EmptyState>
        }
      />
    </Paper>
  );
}
