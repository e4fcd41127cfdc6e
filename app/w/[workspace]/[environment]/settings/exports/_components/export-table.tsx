"use client";

import { Badge, Button, Paper, Progress, Text } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useRefreshWhile } from "@/components/use-refresh";
import { useScopedAddress } from "@/components/use-scope";
import { type Export, isFetchable, isInProgress } from "@/lib/data/exports/schema";

const RESOURCES: Record<Export["resource"], string> = {
  calls: "Calls",
  contacts: "Contacts",
  variables: "Variables of calls",
  audit: "Audit log",
  contact: "One contact's data",
};
const STATUSES: Record<Export["status"], { label: string; color: string }> = {
  queued: { label: "Waiting", color: "gray" },
  running: { label: "Writing", color: "blue" },
  completed: { label: "Ready", color: "teal" },
  failed: { label: "Failed: export again", color: "red" },
  expired: { label: "Expired", color: "gray" },
  withdrawn: { label: "Withdrawn: somebody was erased, or more is masked now", color: "gray" },
};

function Rows({ row }: { row: Export }) {
  const { rows, total } = row;
  const share = total === null || total === 0 ? null : Math.min(100, (rows / total) * 100);
  return (
    <>
      <Text size="sm">
        {rows.toLocaleString("en")}
        {isInProgress(row) && total !== null && ` of ${total.toLocaleString("en")}`}
      </Text>
      {isInProgress(row) && share !== null && (
        <Progress value={share} size="sm" aria-label="Written so far" />
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
  useRefreshWhile(page.data.some(isInProgress));
  const addressOf = useScopedAddress();
  const columns: Column<Export>[] = [
    {
      id: "resource",
      header: "Records",
      cell: (row) => (
        <>
          <Text size="sm" fw={500}>
            {RESOURCES[row.resource]} · {row.format === "csv" ? "CSV" : "JSON Lines"}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {filtersOf(row)}
          </Text>
        </>
      ),
    },
    {
      id: "status",
      header: "Status",
      cell: ({ status }) => (
        <Badge color={STATUSES[status].color} miw="max-content">
          {STATUSES[status].label}
        </Badge>
      ),
    },
    { id: "rows", header: "Rows", cell: (row) => <Rows row={row} /> },
    { id: "created_at", header: "Asked for", cell: ({ created_at }) => <Time at={created_at} /> },
    {
      id: "expires_at",
      header: "Kept until",
      cell: ({ expires_at }) => expires_at !== null && <Time at={expires_at} />,
    },
    {
      id: "file",
      header: "File",
      align: "right",
      cell: (row) =>
        isFetchable(row, now) && (
          <Button
            component="a"
            href={addressOf(`/v1/exports/${row.id}/file`)}
            download
            size="xs"
            variant="default"
            aria-label={`Download ${RESOURCES[row.resource]} ${row.id}`}
          >
            Download
          </Button>
        ),
    },
  ];
  return (
    <Paper withBorder>
      <DataTable
        label="Exports"
        columns={columns}
        page={page}
        minWidth={900}
        empty={
          <EmptyState title="No exports yet" icon={<IconFileExport size={30} stroke={1.5} aria-hidden />}>
            Choose records, and a file of them is written in the background.
          </EmptyState>
        }
      />
    </Paper>
  );
}
