"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { api } from "@/components/api";
import type { ResponseOf } from "@/components/api-types";
import { saveFile } from "@/components/save-file";
import { say, useAction } from "@/components/use-action";
import type { CampaignContact } from "@/lib/outreach/campaigns/schema";
import { resultsFile } from "./results-file";

/** The API's largest page. */
const PAGE = "100";
/** 200 requests, a third of what a session may ask in a minute, and some megabytes; more is an export's matter. */
const MAX_ROWS = 20_000;

type Page = ResponseOf<"GET", "/v1/campaigns/:id/contacts">;

async function allOf(id: string): Promise<{ rows: CampaignContact[]; isWhole: boolean }> {
  const rows: CampaignContact[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: PAGE, ...(cursor !== null && { cursor }) };
    const page: Page = await api.get("/v1/campaigns/:id/contacts", { params: { id }, query });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < MAX_ROWS);
  return { rows, isWhole: cursor === null };
}

/** The results of every contact as a CSV file, as they stand now. */
export function DownloadResults({ id, name }: { id: string; name: string }) {
  const { busy, run } = useAction();
  const download = async () => {
    const result = await run(() => allOf(id), { refresh: false });
    if (!result.ok) return;
    saveFile(`${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.csv`, "text/csv", resultsFile(result.data.rows));
    if (!result.data.isWhole)
      say(`The file holds the first ${MAX_ROWS.toLocaleString("en")} contacts. The API lists all.`);
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={busy}
      onClick={download}
    >
      Download results
    </Button>
  );
}
