"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { addressOf } from "@/components/api";
import { say } from "@/components/use-action";
import { useScopedAddress } from "@/components/use-scope";
import { MAX_RESULT_ROWS } from "@/lib/data/exports/values";

type Props = {
  id: string;
  /** The number of contacts in the campaign. */
  total: number;
};

/** The current result of each contact as a CSV file, which the server writes and audits. */
export function DownloadResults({ id, total }: Props) {
  const t = useTranslations("campaigns.detail");
  const scoped = useScopedAddress();
  const explainLimit = () => {
    if (total > MAX_RESULT_ROWS) say(t("downloadPartial", { count: MAX_RESULT_ROWS }));
  };
  return (
    <Button
      component="a"
      href={scoped(addressOf("/v1/campaigns/:id/results", { params: { id } }))}
      download
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={explainLimit}
    >
      {t("download")}
    </Button>
  );
}
