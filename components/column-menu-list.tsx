"use client";

import { Menu, Text, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { ColumnButton, type ColumnMenuProps } from "./column-button";
import type { Choosable } from "./column-visibility";
import { useOpenAtMount } from "./use-requested";

/** Pixels that an arrow key adds to or takes from a column's width. */
const WIDTH_STEP = 16;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -WIDTH_STEP, ArrowRight: WIDTH_STEP };

/** The menu of a table's columns. Opens when it is loaded. */
export function ColumnMenuList({ columns, columnVisibility, onChange, widths }: ColumnMenuProps) {
  const t = useTranslations("common.table");
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpenAtMount(button);
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
      <Menu
        closeOnItemClick={false}
        position="bottom-end"
        opened={opened}
        onChange={setOpened}
        onClose={() => setResized(null)}
      >
        <Menu.Target>
          <ColumnButton ref={button} />
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
