"use client";

import { Code, Paper, Select, Stack, Text } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import { channelName } from "@/components/words";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { CampaignStatusBadge } from "./campaign-status";
import { CountsBar } from "./counts-bar";
import { contacts, doneOf } from "./parts";

const STATUSES = [
  { value: "draft", label: "Draft" },
  { value: "scheduled", label: "Scheduled" },
  { value: "running", label: "Running" },
  { value: "paused", label: "Paused" },
  { value: "completed", label: "Completed" },
  { value: "canceled", label: "Canceled" },
  { value: "failed", label: "Failed" },
];
const BAR_PX = 150;

const columnsOf = (agents: Readonly<Record<string, string>>): Column<Campaign>[] => [
  {
    id: "name",
    header: "Name",
    hidable: false,
    cell: ({ id, name }) => (
      <RowLink href={`/campaigns/${id}`} style={{ overflowWrap: "anywhere" }}>
        {name}
      </RowLink>
    ),
  },
  {
    id: "agent",
    header: "Agent",
    cell: ({ agent_id: id }) => (
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {agents[id] ?? <Code fz="xs">{id}</Code>}
      </Text>
    ),
  },
  { id: "channel", header: "Channel", cell: ({ channel }) => <Text size="sm">{channelName(channel)}</Text> },
  { id: "status", header: "Status", cell: ({ status }) => <CampaignStatusBadge status={status} /> },
  {
    id: "counts",
    header: "Contacts",
    cell: ({ counts, status }) => (
      <Stack gap={4} w={BAR_PX}>
        <CountsBar counts={counts} />
        <Text size="xs" c="dimmed">
          {contacts(counts.total)}
          {status !== "draft" && counts.total > 0 && `, ${doneOf(counts)} % done`}
        </Text>
      </Stack>
    ),
  },
  {
    id: "launched_at",
    header: "Launched",
    cell: ({ launched_at: at }) =>
      at === null ? (
        <Text size="sm" c="dimmed">
          Not yet
        </Text>
      ) : (
        <Time at={at} />
      ),
  },
  {
    id: "purpose",
    header: "Purpose",
    hidden: true,
    cell: ({ purpose }) => (
      <Text size="sm">{purpose === "telemarketing" ? "Telemarketing" : "Information"}</Text>
    ),
  },
  {
    id: "created_at",
    header: "Created",
    hidden: true,
    cell: ({ created_at: at }) => <Time at={at} as="date" />,
  },
  { id: "id", header: "Id", hidden: true, cell: ({ id }) => <Code fz="xs">{id}</Code> },
];

type Props = {
  page: TablePage<Campaign>;
  /** Names by id. */
  agents: Readonly<Record<string, string>>;
  mayCreate: boolean;
};

export function CampaignTable({ page, agents, mayCreate }: Props) {
  const address = useAddress();
  const status = address.get("status");
  const agentId = address.get("agent_id");
  const isFiltered = status !== null || agentId !== null;
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label="Campaigns"
        columns={columnsOf(agents)}
        page={page}
        minWidth={900}
        toolbar={
          <>
            <Select
              aria-label="Status"
              placeholder="Every status"
              data={STATUSES}
              value={status}
              onChange={(next) => address.set({ status: next })}
              clearable
              clearButtonProps={{ "aria-label": "Every status" }}
              w={160}
            />
            <Select
              aria-label="Agent"
              placeholder="Every agent"
              data={Object.entries(agents).map(([value, label]) => ({ value, label }))}
              value={agentId}
              onChange={(next) => address.set({ agent_id: next })}
              searchable
              clearable
              clearButtonProps={{ "aria-label": "Every agent" }}
              w={180}
            />
          </>
        }
        empty={
          <EmptyState
            title={isFiltered ? "No campaign matches" : "No campaigns yet"}
            icon={<IconSpeakerphone size={30} stroke={1.5} aria-hidden />}
            action={
              mayCreate &&
              !isFiltered && <LinkButton href="/campaigns/new">Make the first campaign</LinkButton>
            }
          >
            {isFiltered
              ? "Take a filter away."
              : `A campaign lets an agent call or text many contacts, only those who agreed and only in their hours. ${
                  mayCreate
                    ? "Before it starts you see who would be reached. The switch at the top chooses between live and test: in test everybody is simulated."
                    : "A builder of this workspace can make one."
                }`}
          </EmptyState>
        }
      />
    </Paper>
  );
}
