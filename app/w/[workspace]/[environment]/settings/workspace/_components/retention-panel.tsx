"use client";

import { Button, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useFormatter, useTranslations } from "next-intl";
import { Panel } from "@/components/panel";
import { ScrollRegion } from "@/components/scroll-region";
import { Table } from "@/components/table";
import { Time } from "@/components/time";
import type { RetentionPreview } from "@/lib/data/retention/schema";
import type { AgentRetention } from "./agent-retention";
import { ChangeRetention } from "./change-retention";

function AgentRow({ agent, mayChange }: { agent: AgentRetention; mayChange: boolean }) {
  const t = useTranslations("settings.retention");
  const format = useFormatter();
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Table.Tr>
      <Table.Td>{agent.name}</Table.Td>
      <Table.Td ta="right">{format.number(agent.recording_days)}</Table.Td>
      <Table.Td ta="right">{format.number(agent.transcript_days)}</Table.Td>
      {mayChange && (
        <Table.Td ta="end">
          <Button
            size="xs"
            variant="default"
            onClick={open}
            aria-label={t("changeFor", { name: agent.name })}
          >
            {t("change")}
          </Button>
          {opened && <ChangeRetention agent={agent} onClose={close} />}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

type Props = { preview: RetentionPreview; agents: readonly AgentRetention[]; mayChange: boolean };

/** Data to be deleted this week, and the retention periods of each agent. */
export function RetentionPanel({ preview, agents, mayChange }: Props) {
  const t = useTranslations("settings.retention");
  const { recordings, transcripts, until, log_days } = preview;
  const onHold = recordings.held + transcripts.held;
  return (
    <Panel title={t("title")}>
      <Stack gap="sm">
        <Text size="sm">
          {t.rich("week", {
            recordings: recordings.week,
            transcripts: transcripts.week,
            date: () => <Time at={until} as="date" />,
          })}{" "}
          {onHold > 0 && t("held", { count: onHold })}
        </Text>
        <Text size="sm" c="dimmed">
          {t("help", { days: log_days })}
        </Text>
        {agents.length > 0 && (
          <ScrollRegion label={t("region")}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("agent")}</Table.Th>
                  <Table.Th ta="right">{t("recordings")}</Table.Th>
                  <Table.Th ta="right">{t("transcripts")}</Table.Th>
                  {mayChange && <Table.Td />}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {agents.map((agent) => (
                  <AgentRow key={agent.id} agent={agent} mayChange={mayChange} />
                ))}
              </Table.Tbody>
            </Table>
          </ScrollRegion>
        )}
      </Stack>
    </Panel>
  );
}
