"use client";

import { NativeSelect, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ScrollRegion } from "@/components/scroll-region";
import { Table } from "@/components/table";
import type { ImportPreview } from "@/lib/outreach/imports/schema";
import { fieldOptions } from "./field-labels";
import classes from "./mapping-table.module.css";

/** Sample values of a column. */
const SAMPLES = 3;

/** The first different values of a column. */
function samplesOf({ sample }: ImportPreview, index: number): string {
  const values = sample.map((row) => row.values[index] ?? "").filter((value) => value !== "");
  return [...new Set(values)].slice(0, SAMPLES).join(" · ");
}

/** The columns by position, as two columns can have one name. */
const rowsOf = (preview: ImportPreview) =>
  preview.columns.map((column, index) => ({ column, key: `${index}`, samples: samplesOf(preview, index) }));

type Props = {
  preview: ImportPreview;
  /** Variables of the campaign's agent. */
  variables: readonly string[];
  onMap: (column: string, field: string) => void;
};

/** The columns of a file, each with the field that it is imported to. */
export function MappingTable({ preview, variables, onMap }: Props) {
  const t = useTranslations("contacts");
  const label = t("import.columns");
  return (
    <ScrollRegion label={label} minWidth={480} mah={420}>
      <Table aria-label={label} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("import.column")}</Table.Th>
            <Table.Th>{t("import.importAs")}</Table.Th>
            <Table.Th>{t("import.samples")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rowsOf(preview).map(({ column, key, samples }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" className={classes.text}>
                {column.column}
              </Table.Th>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  aria-label={t("import.map", { column: column.column })}
                  data={fieldOptions(t, column, variables)}
                  value={column.field}
                  onChange={(event) => onMap(column.column, event.currentTarget.value)}
                />
              </Table.Td>
              <Table.Td className={classes.text}>
                <Text size="sm" c="dimmed">
                  {samples}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}
