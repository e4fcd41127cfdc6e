"use client";

import { Button, Checkbox, Menu } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";

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

type Props = {
  columns: readonly Choosable[];
  columnVisibility: Record<string, boolean>;
  onChange: (changes: Record<string, string | null>) => void;
};

/** Chooses the columns of a table. */
export function ColumnMenu({ columns, columnVisibility, onChange }: Props) {
  const t = useTranslations("common.table");
  const toggle = (id: string) => {
    const names = columns
      .filter((column) => (column.id === id) !== columnVisibility[column.id])
      .map((column) => column.id);
    onChange({ columns: names.join(",") });
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" ml="auto" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t("columns")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ hidable = true }) => hidable)
          .map(({ id, header }) => (
            <Menu.Item
              key={id}
              role="menuitemcheckbox"
              aria-checked={columnVisibility[id] === true}
              onClick={() => toggle(id)}
              leftSection={<Checkbox.Indicator size="xs" checked={columnVisibility[id] === true} />}
            >
              {header}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
