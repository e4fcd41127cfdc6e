"use client";

import { Group, Stack, Table } from "@mantine/core";
import {
  columnVisibilityFeature,
  type DisplayColumnDef,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { ColumnHead } from "./column-head";
import { ColumnMenu, visibility } from "./column-menu";
import classes from "./data-table.module.css";
import { Pager } from "./pager";
import { useAddress } from "./use-address";

/** A column, as a page describes it. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The API's name of this sorting (`created_at`): the head becomes a button, `?sort=created_at` or `?sort=-created_at`. */
  sort?: string;
  /** False for a column that is always there. */
  hidable?: boolean;
  /** True for a column that is shown only when chosen. */
  hidden?: boolean;
  align?: "right";
};

/** One page of a list, as `read` answers it. */
export type TablePage<Row> = { data: readonly Row[]; next_cursor: string | null; total?: number | undefined };

type Meta = { align: "right" | undefined; sort: string | undefined };
const features = tableFeatures({ columnVisibilityFeature, columnMeta: {} as Meta });

type Props<Row extends { id: string }> = {
  /** Caption of the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  page: TablePage<Row>;
  /** Instead of a table without rows. */
  empty: ReactNode;
  /** Above the table at the left: filters. Narrow, they take two rows at most. */
  toolbar?: ReactNode;
  /** The address's order where it names none: `-created_at`. */
  defaultSort?: string;
  /** Narrower than this it scrolls. */
  minWidth?: number;
};

/**
 * A list that the server pages, sorts and filters. Place, order and columns are in the address, so that a link shows
 * the same and the back button leads back.
 */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { label, columns, page, empty, toolbar, defaultSort = null, minWidth = 640 } = props;
  const address = useAddress();
  const current = address.get("sort") ?? defaultSort;
  const columnVisibility = useMemo(() => visibility(columns, address.get("columns")), [columns, address]);
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, header, align, sort }): DisplayColumnDef<typeof features, Row> => ({
          id,
          header,
          meta: { align, sort },
        }),
      ),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: page.data,
    getRowId: (row) => row.id,
    state: { columnVisibility },
  });
  // Called, not rendered as components: those would be others with each reading of the page, and what a row has open be lost.
  const cells = new Map(columns.map(({ id, cell }) => [id, cell]));
  const hidable = columns.some(({ hidden }) => hidden);
  return (
    <Stack gap="sm" aria-busy={address.busy}>
      {(toolbar || hidable) && (
        <Group gap="sm" align="flex-end">
          <div className={classes.filters}>{toolbar}</div>
          {hidable && (
            <ColumnMenu columns={columns} columnVisibility={columnVisibility} onChange={address.set} />
          )}
        </Group>
      )}
      {page.data.length === 0 ? (
        empty
      ) : (
        <Table.ScrollContainer
          minWidth={minWidth}
          scrollAreaProps={{
            offsetScrollbars: false,
            viewportProps: { tabIndex: 0, role: "region", "aria-label": label },
          }}
        >
          <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md" aria-label={label}>
            <Table.Thead>
              {table.getHeaderGroups().map((group) => (
                <Table.Tr key={group.id}>
                  {group.headers.map(({ id, column: { columnDef } }) => (
                    <ColumnHead
                      key={id}
                      header={String(columnDef.header ?? "")}
                      align={columnDef.meta?.align}
                      sort={columnDef.meta?.sort}
                      current={current}
                      onSort={(sort) => address.set({ sort, cursor: null })}
                    />
                  ))}
                </Table.Tr>
              ))}
            </Table.Thead>
            <Table.Tbody>
              {table.getRowModel().rows.map((row) => (
                <Table.Tr key={row.id} className={classes.row ?? ""}>
                  {row.getVisibleCells().map((cell) => (
                    <Table.Td key={cell.id} ta={cell.column.columnDef.meta?.align ?? "left"}>
                      {cells.get(cell.column.id)?.(row.original)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Pager total={page.total} next={page.next_cursor} />
    </Stack>
  );
}
