"use client";

import { Badge, Group, Paper, Text } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import type { Tool } from "@/lib/agents/tools/schema";
import type { Translator } from "@/messages/translator";
import { durationText } from "./duration";

/** Enough for common URLs in the narrowest column; the page of the tool shows longer ones whole. */
const MAX_URL_LINES = 6;

const columnsOf = (t: Translator<"tools">, tDuration: Translator<"tools.duration">): Column<Tool>[] => [
  {
    id: "name",
    header: t("one"),
    cell: ({ id, name, description }) => (
      <>
        <RowLink href={`/tools/${id}`} isCode>
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
    header: t("list.request"),
    narrow: "plain",
    cell: ({ request }) => (
      <Group gap="xs" wrap="nowrap">
        <Badge color="gray">{request.method}</Badge>
        <Text
          size="sm"
          ff="monospace"
          lineClamp={MAX_URL_LINES}
          miw={200}
          maw={340}
          style={{ overflowWrap: "anywhere" }}
        >
          {request.url}
        </Text>
      </Group>
    ),
  },
  {
    id: "credential",
    header: t("list.credential"),
    cell: ({ integration_id }) => (
      <Text size="sm" {...(integration_id === null && { c: "dimmed" })}>
        {integration_id === null ? t("list.credentialNone") : t("list.credentialSent")}
      </Text>
    ),
  },
  {
    id: "timeout",
    header: t("list.timeout"),
    cell: ({ timeout_ms }) => <Text size="sm">{durationText(tDuration, timeout_ms)}</Text>,
  },
  {
    id: "updated_at",
    header: t("list.updated"),
    cell: ({ updated_at }) => <Time at={updated_at} as="ago" />,
  },
];

/** The HTTP tools of the workspace. */
export function ToolTable({ page, mayCreate }: { page: TablePage<Tool>; mayCreate: boolean }) {
  const t = useTranslations("tools");
  const tDuration = useTranslations("tools.duration");
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("list.label")}
        columns={columnsOf(t, tDuration)}
        page={page}
        minWidth={820}
        empty={
          <EmptyState
            title={t("list.emptyTitle")}
            icon={<IconTool size={30} stroke={1.5} aria-hidden />}
            action={mayCreate && <LinkButton href="/tools/new">{t("create")}</LinkButton>}
          >
            {t("list.empty")}
          </EmptyState>
        }
      />
    </Paper>
  );
}
