"use client";

import { SimpleGrid, Stack, Text } from "@mantine/core";
import { Panel } from "@/components/panel";
import type { Campaign, Progress } from "@/lib/outreach/campaigns/schema";
import { CountsBar, CountsLegend } from "../../_components/counts-bar";
import { DONE } from "../../_components/labels";
import { contacts, doneOf } from "../../_components/parts";
import { ReasonList } from "../../_components/reason-list";
import { isOver } from "./use-progress";

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
  const { calls } = DONE[channel];
  const reasons = progress?.reasons ?? [];
  return (
    <Panel title="Progress">
      <Stack gap="md">
        <CountsBar counts={counts} />
        <CountsLegend counts={counts} />
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
          <Figure value={`${doneOf(counts)} %`}>{`done of ${contacts(counts.total)}`}</Figure>
          <Figure value={counts.reached.toLocaleString("en")}>reached</Figure>
          {!isOver(campaign) && progress !== null && (
            <>
              <Figure value={`${progress.calls_at_once} of ${campaign.max_concurrent_calls}`}>
                {`${calls} at once`}
              </Figure>
              <Figure value={progress.attempts_last_minute.toLocaleString("en")}>
                attempts in the last minute
              </Figure>
            </>
          )}
        </SimpleGrid>
        {reasons.length > 0 && (
          <div>
            <Text size="sm" fw={600} mb="xs">
              Why contacts are held or blocked
            </Text>
            <ReasonList label="Why contacts are held or blocked" reasons={reasons} />
          </div>
        )}
      </Stack>
    </Panel>
  );
}
