"use client";

import { useFormatter, useTranslations } from "next-intl";
import { ScrollRegion } from "@/components/scroll-region";
import { Table } from "@/components/table";
import type { Import, ImportColumn } from "@/lib/outreach/imports/schema";
import type { Translator } from "@/messages/translator";
import { fieldLabel } from "./field-labels";
import classes from "./mapping-table.module.css";

/** The result of a column. */
function resultText(t: Translator<"contacts">, { field, source }: ImportColumn): string {
  if (field !== "ignore") return fieldLabel(t, field);
  return source === "mapping" ? t("import.ignored") : t("import.notImported");
}

/** The columns by position, as two columns can have one name. */
const rowsOf = (columns: readonly ImportColumn[]) =>
  columns.map((column, index) => ({ column, key: `${index}` }));

/** The columns of an imported file, each with the field that it was imported to. */
export function ColumnReport({ columns }: Pick<Import, "columns">) {
  const t = useTranslations("contacts");
  const format = useFormatter();
  if (columns.length === 0) return null;
  const label = t("import.importedColumns");
  return (
    <ScrollRegion label={label} minWidth={360} mah={320}>
      <Table aria-label={label} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("import.column")}</Table.Th>
            <Table.Th>{t("import.importedAs")}</Table.Th>
            <Table.Th ta="right">{t("import.values")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rowsOf(columns).map(({ column, key }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" className={classes.text}>
                {column.column}
              </Table.Th>
              <Table.Td className={classes.text}>{resultText(t, column)}</Table.Td>
              <Table.Td ta="right">{format.number(column.values)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}
