"use client";

import { Paper, Text } from "@mantine/core";
import { IconEraser } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useRefreshWhile } from "@/components/use-refresh";
import type { Deletion } from "@/lib/data/erasure/schema";
import { isUnderWay } from "@/lib/data/erasure/values";
import type { Formatter, Translator } from "@/messages/translator";
import { DeletionBadge } from "./deletion-badge";

const columnsOf = (t: Translator<"records.deletions">, format: Formatter): Column<Deletion>[] => [
  {
    id: "id",
    header: t("deletion"),
    cell: ({ id }) => (
      <RowLink href={`/settings/deletions/${id}`} isCode>
        {id}
      </RowLink>
    ),
  },
  {
    id: "status",
    header: t("statusHead"),
    narrow: "corner",
    cell: ({ status }) => <DeletionBadge status={status} />,
  },
  { id: "requested_at", header: t("requested"), cell: ({ requested_at }) => <Time at={requested_at} /> },
  {
    id: "completed_at",
    header: t("erased"),
    cell: ({ completed_at }) => completed_at !== null && <Time at={completed_at} />,
  },
  {
    id: "calls",
    header: t("calls"),
    align: "right",
    cell: ({ removed }) => <Text size="sm">{format.number(removed.calls)}</Text>,
  },
];

/** Deletions of this environment, newest first. They do not name the contact. */
export function DeletionTable({ page }: { page: TablePage<Deletion> }) {
  const t = useTranslations("records.deletions");
  const format = useFormatter();
  useRefreshWhile(page.data.some(isUnderWay));
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("title")}
        columns={columnsOf(t, format)}
        page={page}
        minWidth={820}
        empty={
          <EmptyState title={t("empty")} icon={<IconEraser size={30} stroke={1.5} aria-hidden />}>
            {t("emptyHelp")}
          </EmptyState>
        }
      />
    </Paper>
  );
}
