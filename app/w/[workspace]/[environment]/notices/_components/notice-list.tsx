"use client";

import { Paper, Stack } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { TablePage } from "@/components/data-table";
import { Pager } from "@/components/pager";
import { EmptyState } from "@/components/states";
import type { Notice } from "@/lib/identity/notices/schema";
import { NoticeItem } from "./notice-item";
import classes from "./notices.module.css";

const WIDTH_PX = 860;

/** A member's notifications, newest first. */
export function NoticeList({ page }: { page: TablePage<Notice> }) {
  const t = useTranslations("notices");
  if (page.data.length === 0)
    return (
      <Paper withBorder maw={WIDTH_PX}>
        <EmptyState title={t("empty")} icon={<IconBell size={30} stroke={1.5} aria-hidden />}>
          {t("emptyHelp")}
        </EmptyState>
      </Paper>
    );
  return (
    <Stack maw={WIDTH_PX}>
      <Paper withBorder component="ul" className={classes.list ?? ""}>
        {page.data.map((row) => (
          <NoticeItem key={row.id} row={row} />
        ))}
      </Paper>
      <Pager next={page.next_cursor} total={page.total} />
    </Stack>
  );
}
