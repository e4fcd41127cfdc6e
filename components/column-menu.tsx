"use client";

import { Button, Menu, Text, VisuallyHidden } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import type { ColumnWidths } from "./use-column-widths";

type Choosable = { id: string; header: string; hidable?: boolean; hidden?: boolean };

/** Which columns are shown: what the address says (`?columns=a,b`), else what the page does. */
export function visibility(
  columns: readonly Choosable[],
  chosenColumns: string | null,
): Record<string, boolean> {
  const names = chosenColumns?.split(",");
  return Object.fromEntries(
    columns.map(({ id, hidable = true, hidden = false }) => [
      id,
      !hidable || (names === undefined ? !hidden : names.includes(id)),
    ]),
  );
}

/** Widths of the columns in pixels. */
type Widths = {
  /** Widths that the reader chose. */
  byReader: ColumnWidths;
  /** The width of a column that is shown. */
  rendered: (id: string) => number | undefined;
  resize: (id: string, width: number | null) => void;
  reset: () => void;
};

type Props = {
  columns: readonly Choosable[];
  columnVisibility: Record<string, boolean>;
  onChange: (changes: Record<string, string | null>) => void;
  widths: Widths;
};

/** Pixels that an arrow key adds to or takes from a column's width. */
const WIDTH_STEP = 16;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -WIDTH_STEP, ArrowRight: WIDTH_STEP };

/** Chooses the columns of a table, and their widths by keyboard. */
export function ColumnMenu({ columns, columnVisibility, onChange, widths }: Props) {
  const t = useTranslations("common.table");
  const [resized, setResized] = useState<Choosable | null>(null);
  const toggle = (id: string) => {
    const names = columns
      .filter((column) => (column.id === id) !== columnVisibility[column.id])
      .map((column) => column.id);
    onChange({ columns: names.join(",") });
  };
  const resize = (column: Choosable, { key }: KeyboardEvent) => {
    const width = widths.byReader[column.id] ?? widths.rendered(column.id);
    const step = STEPS[key];
    if (width === undefined || step === undefined) return;
    widths.resize(column.id, width + step);
    setResized(column);
  };
  const resizedWidth = resized === null ? undefined : widths.byReader[resized.id];
  return (
    <>
      <Menu closeOnItemClick={false} position="bottom-end" onClose={() => setResized(null)}>
        <Menu.Target>
          <Button variant="default" ml="auto" leftSection={<IconColumns3 size={16} aria-hidden />}>
            {t("columns")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {columns.map((column) => (
            <ColumnItem
              key={column.id}
              column={column}
              isShown={columnVisibility[column.id] === true}
              width={widths.byReader[column.id]}
              onToggle={() => toggle(column.id)}
              onKeyDown={(event) => resize(column, event)}
            />
          ))}
          <Menu.Divider />
          <Menu.Label>{t("widthHelp")}</Menu.Label>
          {Object.keys(widths.byReader).length > 0 && (
            <Menu.Item onClick={widths.reset}>{t("resetWidths")}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">
        {resized !== null &&
          resizedWidth !== undefined &&
          t("widthSet", { column: resized.header, width: resizedWidth })}
      </VisuallyHidden>
    </>
  );
}

type ItemProps = {
  column: Choosable;
  isShown: boolean;
  width: number | undefined;
  onToggle: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** A column that is always shown has an item too, as its width can be changed. */
function ColumnItem({ column, isShown, width, onToggle, onKeyDown }: ItemProps) {
  const t = useTranslations("common.table");
  const { hidable = true } = column;
  return (
    <Menu.CheckboxItem
      checked={isShown}
      aria-disabled={!hidable || undefined}
      onChange={() => hidable && onToggle()}
      onKeyDown={onKeyDown}
      rightSection={
        width !== undefined && (
          <Text size="xs" c="dimmed">
            {t("width", { width })}
          </Text>
        )
      }
    >
      {column.header}
    </Menu.CheckboxItem>
  );
}
