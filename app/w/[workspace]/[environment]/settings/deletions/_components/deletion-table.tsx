"use client";

import { Paper, Text } from "@mantine/core";
import { IconEraser } from "@tabler/icons-react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useRefreshWhile } from "@/components/use-refresh";
import { type Deletion, isUnderWay } from "@/lib/data/erasure/schema";
import { DeletionBadge } from "./deletion-badge";

const COLUMNS: Column<Deletion>[] = [
  {
    id: "id",
    header: "Deletion",
    cell: ({ id }) => (
      <RowLink href={`/settings/deletions/${id}`} ff="monospace">
        {id}
      </RowLink>
    ),
  },
  { id: "status", header: "Status", cell: ({ status }) => <DeletionBadge status={status} /> },
  { id: "requested_at", header: "Requested", cell: ({ requested_at }) => <Time at={requested_at} /> },
  {
    id: "completed_at",
    header: "Erased",
    cell: ({ completed_at }) => completed_at !== null && <Time at={completed_at} />,
  },
  {
    id: "calls",
    header: "Calls",
    align: "right",
    cell: ({ removed }) => <Text size="sm">{removed.calls.toLocaleString("en")}</Text>,
  },
];

/** Deletions of this environment, newest first; whom each was of stands in none. */
export function DeletionTable({ page }: { page: TablePage<Deletion> }) {
  useRefreshWhile(page.data.some(isUnderWay));
  return (
    <Paper withBorder>
      <DataTable
        label="Deletions"
        columns={COLUMNS}
        page={page}
        minWidth={820}
        empty={
          <EmptyState title="No deletions yet" icon={<IconEraser size={30} stroke={1.5} aria-hidden />}>
            A contact's data is erased on the contact's page, or by the API.
          </EmptyState>
        }
      />
    </Paper>
  );
}
