"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import type { ResponseOf } from "@/components/api-types";
import { saveFile } from "@/components/save-file";
import { say, useAction } from "@/components/use-action";
import type { CampaignContact } from "@/lib/outreach/campaigns/schema";
import { resultsFile } from "./results-file";

/** The API's largest page. */
const PAGE = "100";
/** 200 requests, a third of a session's limit per minute, and some megabytes. Use an export for more. */
const MAX_ROWS = 20_000;

type Page = ResponseOf<"GET", "/v1/campaigns/:id/contacts">;

async function allOf(id: string): Promise<{ rows: CampaignContact[]; isComplete: boolean }> {
  const rows: CampaignContact[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: PAGE, ...(cursor !== null && { cursor }) };
    const page: Page = await api.get("/v1/campaigns/:id/contacts", { params: { id }, query });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < MAX_ROWS);
  return { rows, isComplete: cursor === null };
}

/** The current results of every contact as a CSV file. */
export function DownloadResults({ id, name }: { id: string; name: string }) {
  const t = useTranslations("campaigns.detail");
  const { busy, run } = useAction();
  const download = async () => {
    const result = await run(() => allOf(id), { refresh: false });
    if (!result.ok) return;
    saveFile(`${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.csv`, "text/csv", resultsFile(result.data.rows));
    if (!result.data.isComplete) say(t("downloadPartial", { count: MAX_ROWS }));
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={busy}
      onClick={download}
    >
      {t("download")}
    </Button>
  );
}
