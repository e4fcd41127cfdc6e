"use client";

import { Anchor } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import { Table } from "@/components/table";
import classes from "./figures.module.css";

/** `href` leads to the calls of the cell, if they have a separate list. */
type Cell = { text: string; href?: string | undefined };
/** `key` is unique; `href` leads to the row's calls. */
type Row = { key: string; label: string; href: string; cells: readonly Cell[] };
type Props = { title: string; heads: readonly [first: string, ...others: string[]]; rows: readonly Row[] };

/** A chart's values as a table, for screen readers and exact numbers. Rows link to their calls, cells to those of a channel. */
export function ValueTable({ title, heads: [first, ...heads], rows }: Props) {
  const t = useTranslations("analytics.chart");
  return (
    <details className={classes.table}>
      <summary>{t("table")}</summary>
      <section className={classes.scroll} aria-label={t("tableLabel", { title })} tabIndex={-1}>
        <Table fz="sm" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{first}</Table.Th>
              {heads.map((head) => (
                <Table.Th key={head} ta="right">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, label, href, cells }) => (
              <Table.Tr key={key}>
                <Table.Td>
                  <Anchor component={Link} href={href} size="sm" prefetch={false}>
                    {label}
                  </Anchor>
                </Table.Td>
                {cells.map((cell, index) => (
                  <Table.Td key={heads[index] ?? index} ta="right">
                    {cell.href === undefined ? (
                      cell.text
                    ) : (
                      <Anchor component={Link} href={cell.href} size="sm" prefetch={false}>
                        {cell.text}
                      </Anchor>
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}
