"use client";

import { Paper, Text } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import type { Webhook } from "@/lib/data/webhooks/schema";
import { WebhookBadge } from "./webhook-badge";

const COLUMNS: Column<Webhook>[] = [
  {
    id: "url",
    header: "Address",
    cell: ({ id, url, description }) => (
      <>
        <RowLink href={`/webhooks/${id}`} style={{ overflowWrap: "anywhere" }}>
          {url}
        </RowLink>
        {description !== "" && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </>
    ),
  },
  {
    id: "events",
    header: "Events",
    cell: ({ events }) => <Text size="sm">{events.includes("*") ? "All" : events.join(", ")}</Text>,
  },
  { id: "status", header: "Status", cell: (webhook) => <WebhookBadge webhook={webhook} /> },
  { id: "created_at", header: "Made", cell: (webhook) => <Time at={webhook.created_at} as="date" /> },
];

export function WebhookTable({ page }: { page: TablePage<Webhook> }) {
  return (
    <Paper withBorder>
      <DataTable
        label="Webhooks"
        columns={COLUMNS}
        page={page}
        empty={
          <EmptyState title="No webhooks yet" icon={<IconWebhook size={30} stroke={1.5} aria-hidden />}>
            Give an address that takes events, and your systems hear of each call as it ends.
          </EmptyState>
        }
      />
    </Paper>
  );
}
