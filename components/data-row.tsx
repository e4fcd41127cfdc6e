"use client";

import { memo } from "react";
import classes from "./data-table.module.css";
import { cellIdOf, SelectRow } from "./select-row";
import { cellWidth, type ShownColumn } from "./table-column";

type Props<Row extends { id: string }> = {
  row: Row;
  /** The position on the page. */
  index: number;
  columns: readonly ShownColumn<Row>[];
  isSelectable: boolean;
  isSelected: boolean;
  /** Is stable. `isRange`: every row since the last toggle gets the same state. */
  onToggle: (id: string, isRange: boolean) => void;
};

/** A row of a `DataTable`. A selection renders only the rows that it changes. */
function PlainRow<Row extends { id: string }>(props: Props<Row>) {
  const { row, index, columns, isSelectable, isSelected, onToggle } = props;
  return (
    <tr className={classes.row} data-selected={isSelected || undefined}>
      {isSelectable && (
        <SelectRow index={index} isSelected={isSelected} onToggle={(isRange) => onToggle(row.id, isRange)} />
      )}
      {columns.map(({ id, header, align, narrow, cell, chosenWidth }, position) => (
        <td
          key={id}
          data-align={align}
          data-column={id}
          data-head={header}
          data-narrow={narrow}
          {...cellWidth(chosenWidth)}
          {...(position === 0 && { "data-first": true, ...(isSelectable && { id: cellIdOf(index) }) })}
        >
          {/* Called, not rendered as a component, which would lose its state when the columns are built again. */}
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

export const DataRow = memo(PlainRow) as typeof PlainRow;
