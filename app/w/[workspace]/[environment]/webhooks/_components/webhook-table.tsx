"use client";

import { Paper, Text } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import type { Webhook } from "@/lib/data/webhooks/schema";
import type { Translator } from "@/messages/translator";
import { WebhookBadge } from "./webhook-badge";

const columnsOf = (t: Translator<"webhooks.table">): Column<Webhook>[] => [
  {
    id: "url",
    header: t("url"),
    width: 280,
    cell: ({ id, url, description }) => (
      <>
        <RowLink href={`/webhooks/${id}`}>{url}</RowLink>
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
    header: t("events"),
    narrow: "plain",
    cell: ({ events }) => <Text size="sm">{events.includes("*") ? t("allEvents") : events.join(", ")}</Text>,
  },
  {
    id: "status",
    header: t("status"),
    narrow: "corner",
    cell: (webhook) => <WebhookBadge webhook={webhook} />,
  },
  { id: "created_at", header: t("created"), cell: (webhook) => <Time at={webhook.created_at} as="date" /> },
];

export function WebhookTable({ page }: { page: TablePage<Webhook> }) {
  const t = useTranslations("webhooks");
  const tTable = useTranslations("webhooks.table");
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("title")}
        columns={columnsOf(tTable)}
        page={page}
        empty={
          <EmptyState title={t("empty.title")} icon={<IconWebhook size={30} stroke={1.5} aria-hidden />}>
            {t("empty.description")}
          </EmptyState>
        }
      />
    </Paper>
  );
}
