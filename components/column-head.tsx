"use client";

import { Group, Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";

type Props = {
  header: string;
  align: "right" | undefined;
  /** The API's name of this sorting; without one the head is plain words. */
  sort: string | undefined;
  /** The table's sort order. */
  current: string | null;
  onSort: (sort: string) => void;
};

/** A column's head, as a button where the column sorts. */
export function ColumnHead({ header, align, sort, current, onSort }: Props) {
  const order = sort === undefined ? undefined : orderOf(sort, current);
  return (
    <Table.Th scope="col" ta={align ?? "left"} fz="xs" c="dimmed" aria-sort={order}>
      {sort === undefined || order === undefined ? (
        header
      ) : (
        <SortButton
          header={header}
          order={order}
          onSort={() => onSort(order === "descending" ? sort : `-${sort}`)}
        />
      )}
    </Table.Th>
  );
}

type Order = "ascending" | "descending" | "none";

const orderOf = (sort: string, current: string | null): Order =>
  current === sort ? "ascending" : current === `-${sort}` ? "descending" : "none";

const ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

function SortButton({ header, order, onSort }: { header: string; order: Order; onSort: () => void }) {
  const Icon = ICONS[order];
  return (
    <UnstyledButton fw={600} fz="xs" onClick={onSort}>
      <Group gap={4} wrap="nowrap" component="span">
        {header}
        <Icon size={14} aria-hidden />
      </Group>
    </UnstyledButton>
  );
}
