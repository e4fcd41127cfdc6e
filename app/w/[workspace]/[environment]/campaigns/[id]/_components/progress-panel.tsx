"use client";

import { SimpleGrid, Stack, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Panel } from "@/components/panel";
import type { Campaign, Progress } from "@/lib/outreach/campaigns/schema";
import { CountsBar, CountsLegend } from "../../_components/counts-bar";
import { donePercent } from "../../_components/parts";
import { ReasonList } from "../../_components/reason-list";
import { isOver } from "./progress-state";

function Figure({ value, children }: { value: string; children: string }) {
  return (
    <div>
      <Text fz={22} fw={600} lh={1.2}>
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </div>
  );
}

type Props = {
  campaign: Campaign;
  /** Null if nothing is in progress. */
  progress: Progress | null;
};

/** Current progress of a campaign. */
export function ProgressPanel({ campaign, progress }: Props) {
  const { counts, channel } = campaign;
  const t = useTranslations("campaigns");
  const format = useFormatter();
  const reasons = progress?.reasons ?? [];
  return (
    <Panel title={t("detail.progress")}>
      <Stack gap="md">
        <CountsBar counts={counts} />
        <CountsLegend counts={counts} />
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
          <Figure value={format.number(donePercent(counts) / 100, { style: "percent" })}>
            {t("detail.done", { contacts: t("count", { count: counts.total }) })}
          </Figure>
          <Figure value={format.number(counts.reached)}>{t("detail.reached")}</Figure>
          {!isOver(campaign) && progress !== null && (
            <>
              <Figure
                value={t("detail.concurrentOf", {
                  count: progress.calls_at_once,
                  max: campaign.max_concurrent_calls,
                })}
              >
                {t(`detail.concurrent.${channel}`)}
              </Figure>
              <Figure value={format.number(progress.attempts_last_minute)}>{t("detail.lastMinute")}</Figure>
            </>
          )}
        </SimpleGrid>
        {reasons.length > 0 && (
          <div>
            <Text size="sm" fw={600} mb="xs">
              {t("detail.reasons")}
            </Text>
            <ReasonList label={t("detail.reasons")} reasons={reasons} />
          </div>
        )}
      </Stack>
    </Panel>
  );
}
