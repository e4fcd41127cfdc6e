import { Button, type ButtonProps } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { Choosable } from "./column-visibility";
import type { ColumnWidths } from "./use-column-widths";

/** Widths of the columns in pixels. */
type Widths = {
  /** Widths that the reader chose. */
  byReader: ColumnWidths;
  /** The width of a column that is shown. */
  rendered: (id: string) => number | undefined;
  resize: (id: string, width: number | null) => void;
  reset: () => void;
};

export type ColumnMenuProps = {
  columns: readonly Choosable[];
  columnVisibility: Record<string, boolean>;
  onChange: (changes: Record<string, string | null>) => void;
  widths: Widths;
};

/** The button that opens the menu of columns. */
export function ColumnButton(button: ButtonProps & Omit<ComponentProps<"button">, keyof ButtonProps>) {
  const t = useTranslations("common.table");
  return (
    <Button {...button} variant="default" ml="auto" leftSection={<IconColumns3 size={16} aria-hidden />}>
      {t("columns")}
    </Button>
  );
}
