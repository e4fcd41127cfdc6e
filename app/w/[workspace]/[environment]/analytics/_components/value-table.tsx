"use client";

import { Anchor, Table } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import classes from "./figures.module.css";

/** `key` is unique; `href` leads to the row's calls. */
type Row = { key: string; label: string; href: string; cells: readonly string[] };
type Props = { title: string; heads: readonly [first: string, ...others: string[]]; rows: readonly Row[] };

/** A chart's values as a table, for screen readers and exact numbers. Each row links to its calls. */
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
                    {cell}
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
