"use client";

import { Badge, Button, Code, Group, Paper, Text } from "@mantine/core";
import { IconPhone, IconSearchOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { OutcomeBadge, StatusBadge } from "@/components/call-badges";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import { channelName, clock, inWords } from "@/components/words";
import type { CallItem } from "@/lib/calls/calls/schema";
import { DemoButton } from "../../_components/demo-button";
import { isFiltered, listQuery, NO_FILTERS } from "./filters";

const MAX_TAGS_SHOWN = 3;
const ICON = { size: 30, stroke: 1.5, "aria-hidden": true } as const;

const none = (
  <Text size="sm" c="dimmed" component="span">
    <span aria-hidden>–</span>
  </Text>
);

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return none;
  const more = tags.length - MAX_TAGS_SHOWN;
  return (
    <Group gap={4}>
      {tags.slice(0, MAX_TAGS_SHOWN).map((tag) => (
        <Badge key={tag} color="gray">
          {tag}
        </Badge>
      ))}
      {more > 0 && <Text size="xs">and {more} more</Text>}
    </Group>
  );
}

/** Names by id, for agents that a list of calls mentions. */
export type AgentNames = Readonly<Record<string, string>>;

const columnsOf = (agents: AgentNames, query: string): Column<CallItem>[] => [
  {
    id: "created_at",
    header: "Call",
    sort: "created_at",
    hidable: false,
    cell: ({ id, created_at }) => (
      <RowLink href={`/calls/${id}${query}`}>
        <Time at={created_at} />
      </RowLink>
    ),
  },
  {
    id: "agent",
    header: "Agent",
    cell: ({ agent_id }) => (
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {agents[agent_id] ?? <Code fz="xs">{agent_id}</Code>}
      </Text>
    ),
  },
  { id: "channel", header: "Channel", cell: ({ channel }) => <Text size="sm">{channelName(channel)}</Text> },
  { id: "status", header: "Status", cell: (call) => <StatusBadge call={call} /> },
  {
    id: "outcome",
    header: "Outcome",
    cell: ({ outcome }) => (outcome === null ? none : <OutcomeBadge outcome={outcome} />),
  },
  { id: "tags", header: "Tags", cell: ({ tags }) => <Tags tags={tags} /> },
  {
    id: "duration",
    header: "Duration",
    sort: "duration_ms",
    align: "right",
    cell: ({ duration_ms }) => (duration_ms === null ? none : <Text size="sm">{clock(duration_ms)}</Text>),
  },
  {
    id: "end_reason",
    header: "Ended because",
    hidden: true,
    cell: ({ end_reason }) => (end_reason === null ? none : <Text size="sm">{inWords(end_reason)}</Text>),
  },
  {
    id: "direction",
    header: "Direction",
    hidden: true,
    cell: ({ direction }) => <Text size="sm">{inWords(direction)}</Text>,
  },
  { id: "from", header: "From", hidden: true, cell: ({ from }) => from ?? none },
  { id: "to", header: "To", hidden: true, cell: ({ to }) => to ?? none },
  {
    id: "latency",
    header: "Answer, p95",
    hidden: true,
    align: "right",
    cell: ({ latency }) => (latency.turn_p95_ms === null ? none : `${latency.turn_p95_ms} ms`),
  },
  { id: "id", header: "Id", hidden: true, cell: ({ id }) => <Code fz="xs">{id}</Code> },
];

function NoCalls({ demo }: { demo: string | null }) {
  return (
    <EmptyState
      title="No calls yet"
      icon={<IconPhone {...ICON} />}
      action={
        <Group gap="sm" justify="center">
          <LinkButton href="/agents">Go to the agents</LinkButton>
          {demo !== null && <DemoButton workspaceId={demo} />}
        </Group>
      }
    >
      Rehearse an agent, or deploy it and start a call by the API. What is said then stands here, masked. The
      switch at the top chooses between live and test.
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No call matches"
      icon={<IconSearchOff {...ICON} />}
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      }
    >
      Take a filter away or search for fewer words. A search finds whole words of settled calls; masked values
      are not in it.
    </EmptyState>
  );
}

type Props = {
  page: TablePage<CallItem>;
  agents: AgentNames;
  toolbar: ReactNode;
  /** The demo's workspace, if the person may look at it. */
  demo: string | null;
};

/** Calls as the address filters and sorts them; each leads to its review, which knows the list that it came from. */
export function CallTable({ page, agents, toolbar, demo }: Props) {
  const address = useAddress();
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label="Calls"
        columns={columnsOf(agents, listQuery(address.get))}
        page={page}
        defaultSort="-created_at"
        minWidth={860}
        toolbar={toolbar}
        empty={
          isFiltered(address.get) ? (
            <NoMatch onClear={() => address.set(NO_FILTERS)} />
          ) : (
            <NoCalls demo={demo} />
          )
        }
      />
    </Paper>
  );
}
