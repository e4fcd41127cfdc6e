"use client";

import { Paper, Stack } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import type { TablePage } from "@/components/data-table";
import { Pager } from "@/components/pager";
import { EmptyState } from "@/components/states";
import type { Notice } from "@/lib/identity/notices/schema";
import { NoticeItem } from "./notice-item";
import classes from "./notices.module.css";

const WIDTH_PX = 860;

/** A member's notices, newest first. */
export function NoticeList({ page }: { page: TablePage<Notice> }) {
  if (page.data.length === 0)
    return (
      <EmptyState title="No notices" icon={<IconBell size={30} stroke={1.5} aria-hidden />}>
        You are told here, and by mail where that is set up, when a campaign fails, a webhook is switched off,
        a deletion is done, a key runs out, or somebody signs in to your account from a new browser.
      </EmptyState>
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
