"use client";

import { Button, Stack, Table, TableScrollContainer, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import type { RetentionPreview } from "@/lib/data/retention/schema";
import { ChangeClocks } from "./change-clocks";
import { type AgentClocks, recordingsInWords, transcriptsInWords } from "./clock-words";

const TABLE_PX = 480;

function AgentRow({ agent, mayChange }: { agent: AgentClocks; mayChange: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Table.Tr>
      <Table.Td>{agent.name}</Table.Td>
      <Table.Td>{agent.recording_days}</Table.Td>
      <Table.Td>{agent.transcript_days}</Table.Td>
      {mayChange && (
        <Table.Td>
          <Button
            size="xs"
            variant="default"
            onClick={open}
            aria-label={`Change how long ${agent.name} keeps`}
          >
            Change
          </Button>
          {opened && <ChangeClocks agent={agent} onClose={close} />}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

type Props = { preview: RetentionPreview; agents: readonly AgentClocks[]; mayChange: boolean };

/** Data to be deleted this week, and the retention periods of each agent. */
export function RetentionPanel({ preview, agents, mayChange }: Props) {
  const { recordings, transcripts, until, log_days } = preview;
  const onHold = recordings.held + transcripts.held;
  return (
    <Panel title="Retention">
      <Stack gap="sm">
        <Text size="sm">
          Until <Time at={until} as="date" /> go {recordingsInWords(recordings.week)} and{" "}
          {transcriptsInWords(transcripts.week)} of this environment.
          {onHold > 0 && ` ${onHold} more are kept by a legal hold.`}
        </Text>
        <Text size="sm" c="dimmed">
          Days after a call's end. 0: recordings go once the call is settled, transcripts within ten minutes.
          The operational log is kept for {log_days} days; variables, contacts and consent for as long as the
          workspace.
        </Text>
        {agents.length > 0 && (
          <TableScrollContainer
            minWidth={TABLE_PX}
            scrollAreaProps={{
              viewportProps: {
                tabIndex: 0,
                role: "region",
                "aria-label": "How long each agent keeps what was said",
              },
            }}
          >
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Agent</Table.Th>
                  <Table.Th>Recordings, days</Table.Th>
                  <Table.Th>Transcripts, days</Table.Th>
                  {mayChange && <Table.Th>Change</Table.Th>}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {agents.map((agent) => (
                  <AgentRow key={agent.id} agent={agent} mayChange={mayChange} />
                ))}
              </Table.Tbody>
            </Table>
          </TableScrollContainer>
        )}
      </Stack>
    </Panel>
  );
}
