"use client";

import { useTranslations } from "next-intl";
import classes from "./data-table.module.css";

/** The ID of the cell that names the row at this position. A page has one such table. */
export const cellIdOf = (index: number): string => `name-${index}`;

type RowProps = { index: number; isSelected: boolean; onToggle: (isRange: boolean) => void };

/** The checkbox of a row, named after the row's first cell. A click with the Shift key selects a range. */
export function SelectRow({ index, isSelected, onToggle }: RowProps) {
  const t = useTranslations("common.selection");
  const ownId = `select-${index}`;
  return (
    <td className={classes.select}>
      <label>
        <input
          type="checkbox"
          id={ownId}
          aria-label={t("row")}
          aria-labelledby={`${ownId} ${cellIdOf(index)}`}
          checked={isSelected}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
    </td>
  );
}

type AllProps = { count: number; total: number; onToggle: (all: boolean) => void };

/** The checkbox of the head, which selects every row of the page. */
export function SelectAll({ count, total, onToggle }: AllProps) {
  const t = useTranslations("common.selection");
  const isPartial = count > 0 && count < total;
  return (
    <th className={classes.select}>
      <label>
        <input
          type="checkbox"
          aria-label={t("all")}
          checked={count > 0 && count === total}
          ref={(input) => {
            if (input !== null) input.indeterminate = isPartial;
          }}
          onChange={() => onToggle(count < total)}
        />
        <span className={classes.selectAll} aria-hidden>
          {t("allShort")}
        </span>
      </label>
    </th>
  );
}
