"use client";

import { memo } from "react";
import classes from "./data-table.module.css";
import { cellIdOf, SelectRow } from "./select-row";
import { cellWidth, type ShownColumn, type TableRow } from "./table-column";

type Props<Row extends object> = {
  row: TableRow<Row>;
  columns: readonly ShownColumn<Row>[];
  isSelectable: boolean;
  isSelected: boolean;
};

/** A row of a `DataTable`. A selection renders only the rows that it changes. */
function PlainRow<Row extends object>({ row, columns, isSelectable, isSelected }: Props<Row>) {
  return (
    <tr className={classes.row} data-selected={isSelected || undefined}>
      {isSelectable && (
        <SelectRow index={row.index} isSelected={isSelected} onToggle={row.getToggleSelectedHandler()} />
      )}
      {columns.map(({ id, header, align, narrow, cell, chosenWidth }, position) => (
        <td
          key={id}
          data-align={align}
          data-column={id}
          data-head={header}
          data-narrow={narrow}
          {...cellWidth(chosenWidth)}
          {...(position === 0 && { "data-first": true, ...(isSelectable && { id: cellIdOf(row.index) }) })}
        >
          {/* Called, not rendered as a component, which would lose its state when the columns are built again. */}
          {cell(row.original)}
        </td>
      ))}
    </tr>
  );
}

export const DataRow = memo(PlainRow) as typeof PlainRow;
