"use client";

import { Badge, Group, Stack, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { Panel } from "@/components/panel";
import { ScrollRegion } from "@/components/scroll-region";
import { Table } from "@/components/table";
import { useChannelName } from "@/components/use-channel-name";
import type { JobCount, WorkspaceHealth } from "@/lib/platform/health/schema";
import type { Translator } from "@/messages/translator";

/** Polling interval. Each poll counts the queue. */
const POLL_MS = 15_000;
/** Jobs late by more than this are highlighted. */
const LATE_S = 120;
const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** The latest health; null until it is loaded. */
function useHealth(): WorkspaceHealth | null {
  const [health, setHealth] = useState<WorkspaceHealth | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const poll = () => {
      if (document.hidden) return;
      api
        .get("/v1/live/health", { signal: controller.signal })
        .then(setHealth)
        .catch((error: unknown) => {
          // A failed read is repeated at the next poll.
          if (!(error instanceof ApiError) && !controller.signal.aborted) throw error;
        });
    };
    poll();
    const timer = setInterval(poll, POLL_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, []);
  return health;
}

const ageS = ({ oldest }: JobCount, at: string): number =>
  oldest === null ? 0 : Math.max(0, Math.round((Date.parse(at) - Date.parse(oldest)) / SECOND_MS));

const ageText = (t: Translator<"calls.health">, seconds: number): string =>
  seconds < MINUTE_S ? t("seconds", { seconds }) : t("minutes", { minutes: Math.floor(seconds / MINUTE_S) });

function Jobs({ jobs, at }: { jobs: readonly JobCount[]; at: string }) {
  const t = useTranslations("calls.health");
  const format = useFormatter();
  const visibleJobs = jobs.filter(({ due, running, failed }) => due + running + failed > 0);
  if (visibleJobs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("none")}
      </Text>
    );
  return (
    <ScrollRegion label={t("jobs")} minWidth={300}>
      <Table aria-label={t("jobs")} fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("job")}</Table.Th>
            <Table.Th ta="right">{t("due")}</Table.Th>
            <Table.Th ta="right">{t("oldest")}</Table.Th>
            <Table.Th ta="right">{t("running")}</Table.Th>
            <Table.Th ta="right">{t("failed")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {visibleJobs.map((job) => (
            <Table.Tr key={job.task}>
              <Table.Td ff="monospace">{job.task}</Table.Td>
              <Table.Td ta="right">{format.number(job.due)}</Table.Td>
              <Table.Td ta="right">{job.oldest === null ? "–" : ageText(t, ageS(job, at))}</Table.Td>
              <Table.Td ta="right">{format.number(job.running)}</Table.Td>
              <Table.Td ta="right">{format.number(job.failed)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}

function HealthBadge({ health }: { health: WorkspaceHealth }) {
  const t = useTranslations("calls.health");
  if (!health.works) return <Badge color="red">{t("noWorker")}</Badge>;
  if (health.jobs.some((job) => ageS(job, health.at) > LATE_S))
    return <Badge color="yellow">{t("late")}</Badge>;
  return <Badge color="teal">{t("ok")}</Badge>;
}

/** Health of the workspace's background jobs and conversations, in both environments. */
export function HealthPanel() {
  const t = useTranslations();
  const channelName = useChannelName();
  const health = useHealth();
  return (
    <Panel title={t("calls.health.title")} actions={health && <HealthBadge health={health} />}>
      {health === null ? (
        <Text size="sm" c="dimmed">
          {t("common.state.loading")}
        </Text>
      ) : (
        <Stack gap="sm">
          <Group gap="xs">
            {health.conversations.map(({ channel, going, lost }) => (
              <Badge key={channel} color={lost > 0 ? "yellow" : "gray"}>
                {lost > 0
                  ? t("calls.health.recovering", { channel: channelName(channel), count: going, lost })
                  : t("calls.health.conversations", { channel: channelName(channel), count: going })}
              </Badge>
            ))}
          </Group>
          <Jobs jobs={health.jobs} at={health.at} />
        </Stack>
      )}
    </Panel>
  );
}
