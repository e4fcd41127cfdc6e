"use client";

import { type ReactNode, useMemo, useRef } from "react";
import { ColumnHead } from "./column-head";
import { ColumnMenu } from "./column-menu";
import { visibility } from "./column-visibility";
import { DataRow } from "./data-row";
import classes from "./data-table.module.css";
import { Pager } from "./pager";
import { SelectAll } from "./select-row";
import { type Column, pixels, type Selection, type ShownColumn, type TablePage } from "./table-column";
import { useAddress } from "./use-address";
import { useColumnWidths } from "./use-column-widths";
import { useRowKeys } from "./use-row-keys";
import { useRowSelection } from "./use-row-selection";

export type { Column, Selection, TablePage } from "./table-column";

/** A part that scrolls is reachable by keyboard. */
const scrollable = (label: string) => ({ role: "region", "aria-label": label, tabIndex: 0 });

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
  /** Narrower than this it scrolls. On a narrow screen each row is a card instead. */
  minWidth?: number;
  /** Keeps the first column in view while the table scrolls sideways. No other cell may contain a control. */
  pinned?: boolean;
  /** Makes the rows selectable, and renders the actions of the selection below the table. */
  bulk?: ((selection: Selection<Row>) => ReactNode) | undefined;
};

/**
 * A list that the server pages, sorts and filters. Place, order and columns are in the address, so that a link shows
 * the same and the back button leads back. Rows are plain elements, because a page renders up to 100 of them. On a narrow
 * screen each row is a card.
 */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { label, columns, page, empty, toolbar, defaultSort = null, minWidth = 640, pinned, bulk } = props;
  const address = useAddress();
  const current = address.get("sort") ?? defaultSort;
  const columnVisibility = useMemo(() => visibility(columns, address.get("columns")), [columns, address]);
  const { selected, toggle, select } = useRowSelection(page.data);
  const { widths, resize, reset } = useColumnWidths(label);
  const shownColumns = useMemo(
    () =>
      columns
        .filter(({ id }) => columnVisibility[id])
        .map((column): ShownColumn<Row> => ({ ...column, chosenWidth: widths[column.id] })),
    [columns, columnVisibility, widths],
  );
  const head = useRef<HTMLTableRowElement>(null);
  const renderedWidth = (id: string) =>
    head.current?.querySelector<HTMLElement>(`th[data-column="${id}"]`)?.offsetWidth;
  const rowKeys = useRowKeys();
  const rows = page.data;
  const selectedRows = rows.filter(({ id }) => selected.has(id));
  const hasOtherPages = page.next_cursor !== null || address.get("cursor") !== null;
  const hidable = columns.some(({ hidden }) => hidden);
  return (
    <div className={classes.frame} aria-busy={address.busy}>
      {(toolbar || hidable) && (
        <div className={classes.toolbar}>
          <div className={classes.filters}>{toolbar}</div>
          {hidable && (
            <ColumnMenu
              columns={columns}
              columnVisibility={columnVisibility}
              onChange={address.set}
              widths={{ byReader: widths, rendered: renderedWidth, resize, reset }}
            />
          )}
        </div>
      )}
      {page.data.length === 0 ? (
        empty
      ) : (
        <div className={classes.viewport} {...scrollable(label)}>
          <div className={classes.clip} style={pixels("--table-width", minWidth)}>
            <table
              className={classes.table}
              aria-label={label}
              data-pinned={pinned || undefined}
              data-selectable={bulk !== undefined || undefined}
            >
              <thead>
                <tr ref={head}>
                  {bulk && (
                    <SelectAll
                      count={selectedRows.length}
                      total={rows.length}
                      onToggle={(all) => select(all ? rows.map(({ id }) => id) : [])}
                    />
                  )}
                  {shownColumns.map(({ id, header, align, sort, width, chosenWidth }, position) => (
                    <ColumnHead
                      key={id}
                      id={id}
                      isFirst={position === 0}
                      header={header}
                      align={align}
                      sort={sort}
                      width={width}
                      chosenWidth={chosenWidth}
                      current={current}
                      onSort={(next) => address.set({ sort: next, cursor: null })}
                      onResize={hidable ? (pixels) => resize(id, pixels) : undefined}
                    />
                  ))}
                </tr>
              </thead>
              <tbody ref={rowKeys} data-row-keys>
                {rows.map((row, index) => (
                  <DataRow
                    key={row.id}
                    row={row}
                    index={index}
                    columns={shownColumns}
                    isSelectable={bulk !== undefined}
                    isSelected={selected.has(row.id)}
                    onToggle={toggle}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
      {bulk?.({ rows: selectedRows, select, hasOtherPages })}
      <Pager total={page.total} next={page.next_cursor} />
    </div>
  );
}
