"use client";

import { Fragment, type ReactNode } from "react";
import type { AgentValues } from "./agent-form";
import { useDraft } from "./draft-context";
import type { RowProps } from "./editable-row";
import { focusPath } from "./focus-path";
import { RowList } from "./row-list";
import { FIRST_INPUT, type ListField, useList } from "./use-list";
import { useRowMoves } from "./use-row-moves";

type Row<F extends ListField> = AgentValues[F][number];

type Props<F extends ListField> = {
  list: F;
  label: string;
  /** Titles of the columns, which have the layout of `className`. */
  heads: readonly string[];
  className: string | undefined;
  empty?: string;
  add: string;
  /** The most rows; the API limits the lists without it. */
  max?: number;
  newRow: () => Row<F>;
  renderRow: (row: RowProps & { change: (at: number, changes: Partial<Row<F>>) => void }) => ReactNode;
};

/** A list of the draft. It renders again when rows are added, moved or removed; each row renders its own edits. */
export function DraftRows<F extends ListField>(props: Props<F>) {
  const { list: field, label, heads, className, empty, add, max, newRow, renderRow } = props;
  const keys = useDraft(({ values }) =>
    (values[field] as readonly { key: string }[]).map(({ key }) => key).join(" "),
  );
  const rowKeys = keys === "" ? [] : keys.split(" ");
  const { move, ...list } = useList(field);
  const moves = useRowMoves(move, rowKeys.length);
  const addRow = (): void => {
    list.add(newRow());
    focusPath(`${field}.${rowKeys.length}.${FIRST_INPUT[field]}`);
  };
  return (
    <RowList
      label={label}
      isEmpty={rowKeys.length === 0}
      {...(empty !== undefined && { empty })}
      add={add}
      onAdd={max === undefined || rowKeys.length < max ? addRow : null}
      announcement={moves.announcement}
      head={
        <div className={className}>
          {heads.map((head) => (
            <span key={head}>{head}</span>
          ))}
        </div>
      }
    >
      {rowKeys.map((key, at) => (
        <Fragment key={key}>
          {renderRow({
            at,
            isLast: at === rowKeys.length - 1,
            change: list.change,
            move: moves.move,
            remove: list.remove,
          })}
        </Fragment>
      ))}
    </RowList>
  );
}
