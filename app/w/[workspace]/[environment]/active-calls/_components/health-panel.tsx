"use client";

import { Badge, Group, Stack, Table, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { Panel } from "@/components/panel";
import { channelName } from "@/components/words";
import type { JobCount, WorkspaceHealth } from "@/lib/platform/health/schema";

/** Between two looks: the queue is counted at each. */
const LOOK_MS = 15_000;
/** Jobs late by more than this are highlighted. */
const LATE_S = 120;
const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** The last answer; null until there is one. */
function useHealth(): WorkspaceHealth | null {
  const [health, setHealth] = useState<WorkspaceHealth | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const look = () => {
      if (document.hidden) return;
      api
        .get("/v1/live/health", { signal: controller.signal })
        .then(setHealth)
        .catch((error: unknown) => {
          // A failed read is repeated at the next poll.
          if (!(error instanceof ApiError) && !controller.signal.aborted) throw error;
        });
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, []);
  return health;
}

const ageS = ({ oldest }: JobCount, at: string): number =>
  oldest === null ? 0 : Math.max(0, Math.round((Date.parse(at) - Date.parse(oldest)) / SECOND_MS));

const inShort = (seconds: number): string =>
  seconds < MINUTE_S ? `${seconds} s` : `${Math.floor(seconds / MINUTE_S)} min`;

function Jobs({ jobs, at }: { jobs: readonly JobCount[]; at: string }) {
  const visibleJobs = jobs.filter(({ due, running, failed }) => due + running + failed > 0);
  if (visibleJobs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No job of this workspace waits, and none has failed.
      </Text>
    );
  return (
    <Table.ScrollContainer
      minWidth={300}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": "Jobs" } }}
    >
      <Table aria-label="Jobs" fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Job</Table.Th>
            <Table.Th ta="right">Due</Table.Th>
            <Table.Th ta="right">Oldest</Table.Th>
            <Table.Th ta="right">Running</Table.Th>
            <Table.Th ta="right">Failed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {visibleJobs.map((job) => (
            <Table.Tr key={job.task}>
              <Table.Td ff="monospace">{job.task}</Table.Td>
              <Table.Td ta="right">{job.due}</Table.Td>
              <Table.Td ta="right">{job.oldest === null ? "–" : inShort(ageS(job, at))}</Table.Td>
              <Table.Td ta="right">{job.running}</Table.Td>
              <Table.Td ta="right">{job.failed}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function State({ health }: { health: WorkspaceHealth }) {
  if (!health.works) return <Badge color="red">No worker answers</Badge>;
  if (health.jobs.some((job) => ageS(job, health.at) > LATE_S)) return <Badge color="yellow">Late</Badge>;
  return <Badge color="teal">Works</Badge>;
}

/** How the background work and the conversations of this workspace are, in both environments. */
export function HealthPanel() {
  const health = useHealth();
  return (
    <Panel title="Behind the calls" actions={health && <State health={health} />}>
      {health === null ? (
        <Text size="sm" c="dimmed">
          Looking…
        </Text>
      ) : (
        <Stack gap="sm">
          <Group gap="xs">
            {health.conversations.map(({ channel, going, lost }) => (
              <Badge key={channel} color={lost > 0 ? "yellow" : "gray"}>
                {channelName(channel)}: {going}
                {lost > 0 && `, ${lost} being taken up`}
              </Badge>
            ))}
          </Group>
          <Jobs jobs={health.jobs} at={health.at} />
        </Stack>
      )}
    </Panel>
  );
}
