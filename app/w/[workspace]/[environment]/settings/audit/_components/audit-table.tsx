"use client";

import { Box, Paper } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { TablePage } from "@/components/data-table";
import { Pager } from "@/components/pager";
import { ScrollRegion } from "@/components/scroll-region";
import { EmptyState } from "@/components/states";
import { Table } from "@/components/table";
import { useAddress } from "@/components/use-address";
import type { AuditEntry } from "@/lib/platform/audit/schema";
import { AuditRow } from "./audit-row";
import classes from "./audit-table.module.css";

type Props = {
  page: TablePage<AuditEntry>;
  /** The id of the signed-in member. */
  self: string;
  /** Names of members, API keys and targets, by ID. */
  names: Readonly<Record<string, string>>;
};

/** One page of the log. Each row can be expanded to show its changes. */
export function AuditTable({ page, self, names }: Props) {
  const t = useTranslations("records.audit");
  const address = useAddress();
  const isFirst = address.get("cursor") === null;
  if (page.data.length === 0)
    return (
      <Paper withBorder>
        <EmptyState title={t("empty")} icon={<IconHistory size={30} stroke={1.5} aria-hidden />}>
          {t("emptyHelp")}
        </EmptyState>
      </Paper>
    );
  return (
    <Paper withBorder aria-busy={address.busy}>
      <ScrollRegion label={t("title")} className={classes.scroll ?? ""}>
        <Table
          className={classes.table ?? ""}
          verticalSpacing="sm"
          horizontalSpacing="md"
          aria-label={t("title")}
        >
          <Table.Thead>
            <Table.Tr>
              {(["action", "target", "actor", "when"] as const).map((head) => (
                <Table.Th key={head} scope="col">
                  {t(head)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {page.data.map((entry) => (
              <AuditRow key={entry.id} entry={entry} isSelf={entry.actor.id === self} names={names} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
      <Box p={page.next_cursor === null && isFirst ? 0 : "md"}>
        <Pager next={page.next_cursor} />
      </Box>
    </Paper>
  );
}
