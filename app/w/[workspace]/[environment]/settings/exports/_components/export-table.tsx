"use client";

import { Button, Paper, Progress, Text } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { Pill, type Tone } from "@/components/pill";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useRefreshWhile } from "@/components/use-refresh";
import { useScopedAddress } from "@/components/use-scope";
import type { Export } from "@/lib/data/exports/schema";
import { isFetchable, isInProgress } from "@/lib/data/exports/values";

const TONES: Record<Export["status"], Tone> = {
  queued: "gray",
  running: "blue",
  completed: "teal",
  failed: "red",
  expired: "gray",
  withdrawn: "gray",
};

function Rows({ row }: { row: Export }) {
  const t = useTranslations("records.exports");
  const format = useFormatter();
  const { rows, total } = row;
  const share = total === null || total === 0 ? null : Math.min(100, (rows / total) * 100);
  return (
    <>
      <Text size="sm">
        {isInProgress(row) && total !== null ? t("progress", { rows, total }) : format.number(rows)}
      </Text>
      {isInProgress(row) && share !== null && (
        <Progress value={share} size="sm" aria-label={t("progressBar")} />
      )}
    </>
  );
}

/** Filters of the file. */
const filtersOf = ({ filters }: Export): string =>
  Object.entries(filters)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");

export function ExportTable({ page, now }: { page: TablePage<Export>; now: string }) {
  const t = useTranslations("records.exports");
  useRefreshWhile(page.data.some(isInProgress));
  const addressOf = useScopedAddress();
  const columns: Column<Export>[] = [
    {
      id: "resource",
      header: t("records"),
      cell: (row) => (
        <>
          <Text size="sm" fw={500}>
            {t("name", {
              resource: t(`resource.${row.resource}`),
              format: t(`formats.${row.format}`),
            })}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {filtersOf(row)}
          </Text>
        </>
      ),
    },
    {
      id: "status",
      header: t("statusHead"),
      narrow: "corner",
      cell: ({ status }) => <Pill tone={TONES[status]}>{t(`status.${status}`)}</Pill>,
    },
    { id: "rows", header: t("rows"), cell: (row) => <Rows row={row} /> },
    { id: "created_at", header: t("created"), cell: ({ created_at }) => <Time at={created_at} /> },
    {
      id: "expires_at",
      header: t("expires"),
      cell: ({ expires_at }) => expires_at !== null && <Time at={expires_at} />,
    },
    {
      id: "file",
      header: t("file"),
      align: "right",
      cell: (row) =>
        isFetchable(row, now) && (
          <Button
            component="a"
            href={addressOf(`/v1/exports/${row.id}/file`)}
            download
            size="xs"
            variant="default"
            aria-label={t("downloadOf", { resource: t(`resource.${row.resource}`), id: row.id })}
          >
            {t("download")}
          </Button>
        ),
    },
  ];
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("label")}
        columns={columns}
        page={page}
        minWidth={900}
        empty={
          <EmptyState title={t("empty")} icon={<IconFileExport size={30} stroke={1.5} aria-hidden />}>
            {t("emptyHelp")}
          </EmptyState>
        }
      />
    </Paper>
  );
}
