"use client";

import { Button, Checkbox, Group, Menu, Stack, Table, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconColumns3 } from "@tabler/icons-react";
import {
  columnVisibilityFeature,
  type DisplayColumnDef,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
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
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  page: TablePage<Row>;
  /** Instead of a table without rows. */
  empty: ReactNode;
  /** Above the table at the left: filters. */
  toolbar?: ReactNode;
  /** The address's order where it names none: `-created_at`. */
  defaultSort?: string;
  /** Narrower than this it scrolls. */
  minWidth?: number;
};

/** Which columns are shown: what the address says (`?columns=a,b`), else what the page does. */
function visibility<Row>(columns: readonly Column<Row>[], chosen: string | null): Record<string, boolean> {
  const names = chosen?.split(",");
  return Object.fromEntries(
    columns.map(({ id, hidable = true, hidden = false }) => [
      id,
      !hidable || (names === undefined ? !hidden : names.includes(id)),
    ]),
  );
}

/** The words of a head, as a button where the column sorts. */
function Head({ header, sort, current, onSort }: HeadProps) {
  if (sort === undefined) return header;
  const isUp = current === sort;
  const isDown = current === `-${sort}`;
  const Icon = isUp ? IconArrowUp : isDown ? IconArrowDown : IconArrowsSort;
  return (
    <UnstyledButton fw={600} fz="xs" onClick={() => onSort(isDown ? sort : `-${sort}`)}>
      <Group gap={4} wrap="nowrap" component="span">
        {header}
        <Icon size={14} aria-hidden />
      </Group>
    </UnstyledButton>
  );
}
type HeadProps = {
  header: string;
  sort: string | undefined;
  current: string | null;
  onSort: (sort: string) => void;
};

const ariaSort = (sort: string | undefined, current: string | null) =>
  sort === undefined
    ? undefined
    : current === sort
      ? "ascending"
      : current === `-${sort}`
        ? "descending"
        : "none";

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
        ({ id, header, cell, align, sort }): DisplayColumnDef<typeof features, Row> => ({
          id,
          header,
          cell: ({ row }) => cell(row.original),
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
  const isPaged = address.get("cursor") !== null || page.next_cursor !== null;
  const hidable = columns.some(({ hidden }) => hidden);
  return (
    <Stack gap="sm" aria-busy={address.busy}>
      {(toolbar || hidable) && (
        <Group justify="space-between" align="flex-end">
          <Group gap="sm" align="flex-end">
            {toolbar}
          </Group>
          {hidable && <ColumnMenu columns={columns} shown={columnVisibility} onChange={address.set} />}
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
                    <Table.Th
                      key={id}
                      scope="col"
                      ta={columnDef.meta?.align ?? "left"}
                      fz="xs"
                      c="dimmed"
                      aria-sort={ariaSort(columnDef.meta?.sort, current)}
                    >
                      <Head
                        header={String(columnDef.header ?? "")}
                        sort={columnDef.meta?.sort}
                        current={current}
                        onSort={(sort) => address.set({ sort, cursor: null })}
                      />
                    </Table.Th>
                  ))}
                </Table.Tr>
              ))}
            </Table.Thead>
            <Table.Tbody>
              {table.getRowModel().rows.map((row) => (
                <Table.Tr key={row.id}>
                  {row.getVisibleCells().map((cell) => (
                    <Table.Td key={cell.id} ta={cell.column.columnDef.meta?.align ?? "left"}>
                      <table.FlexRender cell={cell} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {isPaged && <Pager total={page.total} next={page.next_cursor} address={address} />}
    </Stack>
  );
}

type ColumnMenuProps<Row> = {
  columns: readonly Column<Row>[];
  shown: Record<string, boolean>;
  onChange: (changes: Record<string, string | null>) => void;
};

function ColumnMenu<Row>({ columns, shown, onChange }: ColumnMenuProps<Row>) {
  const toggle = (id: string) => {
    const names = columns
      .filter((column) => (column.id === id) !== shown[column.id])
      .map((column) => column.id);
    onChange({ columns: names.join(",") });
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ hidable = true }) => hidable)
          .map(({ id, header }) => (
            <Menu.Item
              key={id}
              role="menuitemcheckbox"
              aria-checked={shown[id] === true}
              onClick={() => toggle(id)}
              leftSection={<Checkbox.Indicator size="xs" checked={shown[id] === true} />}
            >
              {header}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type PagerProps = { total: number | undefined; next: string | null; address: ReturnType<typeof useAddress> };

function Pager({ total, next, address }: PagerProps) {
  return (
    <Group justify="space-between" component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed">
        {total === undefined ? "" : `${total.toLocaleString("en")} in all`}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={address.get("cursor") === null}
          onClick={() => address.previous()}
        >
          Previous
        </Button>
        <Button
          variant="default"
          disabled={next === null}
          loading={address.busy}
          onClick={() => next !== null && address.next(next)}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
