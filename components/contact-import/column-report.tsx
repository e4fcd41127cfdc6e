"use client";

import { Table } from "@mantine/core";
import type { Import, ImportColumn } from "@/lib/outreach/imports/schema";
import { fieldLabel } from "./field-labels";
import classes from "./mapping-table.module.css";

/** The result of a column. */
function resultText({ field, source }: ImportColumn): string {
  if (field !== "ignore") return fieldLabel(field);
  return source === "mapping" ? "Not imported, as you chose" : "Not imported";
}

/** The columns by position, as two columns can have one name. */
const rowsOf = (columns: readonly ImportColumn[]) =>
  columns.map((column, index) => ({ column, key: `${index}` }));

/** The columns of an imported file, each with the field that it was imported to. */
export function ColumnReport({ columns }: Pick<Import, "columns">) {
  if (columns.length === 0) return null;
  return (
    <Table.ScrollContainer
      minWidth={360}
      maxHeight={320}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": "Imported columns" } }}
    >
      <Table aria-label="Imported columns" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th>Imported as</Table.Th>
            <Table.Th ta="right">Rows with a value</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rowsOf(columns).map(({ column, key }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" className={classes.text}>
                {column.column}
              </Table.Th>
              <Table.Td className={classes.text}>{resultText(column)}</Table.Td>
              <Table.Td ta="right">{column.values.toLocaleString("en")}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
