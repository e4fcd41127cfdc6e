"use client";

import { Box, Paper, Table } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { TablePage } from "@/components/data-table";
import { Pager } from "@/components/pager";
import { EmptyState } from "@/components/states";
import { useAddress } from "@/components/use-address";
import type { AuditEntry } from "@/lib/platform/audit/schema";
import { AuditRow } from "./audit-row";

/** Narrower than this it scrolls. */
const MIN_WIDTH = 780;

type Props = {
  page: TablePage<AuditEntry>;
  /** The id of the person who looks. */
  self: string;
};

/** One page of the log; each row opens on what it changed. */
export function AuditTable({ page, self }: Props) {
  const address = useAddress();
  const isFirst = address.get("cursor") === null;
  if (page.data.length === 0)
    return (
      <Paper withBorder>
        <EmptyState title="No entries here" icon={<IconHistory size={30} stroke={1.5} aria-hidden />}>
          Nothing in the log fits these filters.
        </EmptyState>
      </Paper>
    );
  return (
    <Paper withBorder aria-busy={address.busy}>
      <Table.ScrollContainer
        minWidth={MIN_WIDTH}
        scrollAreaProps={{
          offsetScrollbars: false,
          viewportProps: { tabIndex: 0, role: "region", "aria-label": "Audit log" },
        }}
      >
        <Table verticalSpacing="sm" horizontalSpacing="md" aria-label="Audit log">
          <Table.Thead>
            <Table.Tr>
              {["Action", "Target", "Actor", "When"].map((head) => (
                <Table.Th key={head} scope="col" fz="xs" c="dimmed">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {page.data.map((entry) => (
              <AuditRow key={entry.id} entry={entry} isSelf={entry.actor.id === self} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Box p={page.next_cursor === null && isFirst ? 0 : "md"}>
        <Pager next={page.next_cursor} />
      </Box>
    </Paper>
  );
}
