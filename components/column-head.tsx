"use client";

import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { ColumnResizer } from "./column-resizer";
import classes from "./data-table.module.css";
import { cellWidth, pixels } from "./table-column";

type Props = {
  id: string;
  header: string;
  align: "right" | undefined;
  /** The API's name of this sorting; without one the head is plain words. */
  sort: string | undefined;
  isFirst: boolean;
  /** The width in pixels, if the content does not decide it. */
  width: number | undefined;
  /** The width in pixels that the reader chose. */
  chosenWidth: number | undefined;
  /** The table's sort order. */
  current: string | null;
  onSort: (sort: string) => void;
  /** Makes the column resizable. Null lets the content decide the width again. */
  onResize?: ((width: number | null) => void) | undefined;
};

/** A column's head, as a button where the column sorts. */
export function ColumnHead(props: Props) {
  const { id, header, align, sort, isFirst, width, chosenWidth, current, onSort, onResize } = props;
  const order = sort === undefined ? undefined : orderOf(sort, current);
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={order}
      data-first={isFirst || undefined}
      data-column={id}
      {...(width !== undefined && { style: pixels("--column-width", width) })}
      {...cellWidth(chosenWidth)}
    >
      {sort === undefined || order === undefined ? (
        header
      ) : (
        <SortButton
          header={header}
          order={order}
          onSort={() => onSort(order === "descending" ? sort : `-${sort}`)}
        />
      )}
      {onResize && <ColumnResizer onResize={onResize} />}
    </th>
  );
}

type Order = "ascending" | "descending" | "none";

const orderOf = (sort: string, current: string | null): Order =>
  current === sort ? "ascending" : current === `-${sort}` ? "descending" : "none";

const ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

function SortButton({ header, order, onSort }: { header: string; order: Order; onSort: () => void }) {
  const Icon = ICONS[order];
  return (
    <button type="button" className={classes.sort} onClick={onSort}>
      {header}
      <Icon size={14} aria-hidden />
    </button>
  );
}
