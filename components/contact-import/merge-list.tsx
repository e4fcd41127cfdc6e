"use client";

import { List } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { listMerges, type Merges } from "./merged-rows";

type Props = {
  merges: Merges;
  /** Number of all merged rows. */
  merged: number;
  /** Whether the rows were merged, or will be. */
  isDone: boolean;
};

/** The rows of each number that a file has several times. */
export function MergeList({ merges, merged, isDone }: Props) {
  const t = useTranslations("contacts.import");
  const format = useFormatter();
  const { groups, unlisted } = listMerges(merges, merged);
  if (groups.length === 0) return null;
  const textOf = (numbers: readonly number[]): string => {
    const rows = format.list(numbers.map((row) => format.number(row)));
    return isDone ? t("mergedRows", { rows }) : t("sameNumberRows", { rows });
  };
  return (
    <List size="sm">
      {groups.map(({ rows }) => (
        <List.Item key={rows[0]}>{textOf(rows)}</List.Item>
      ))}
      {unlisted > 0 && (
        <List.Item>
          {isDone ? t("moreMerged", { count: unlisted }) : t("moreRepeated", { count: unlisted })}
        </List.Item>
      )}
    </List>
  );
}
