"use client";

import { Badge, Button, Code, Group, Paper, Text } from "@mantine/core";
import { IconPhone, IconSearchOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OutcomeBadge, StatusBadge } from "@/components/call-badges";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import { useChannelName } from "@/components/use-channel-name";
import { clock } from "@/components/words";
import type { CallItem } from "@/lib/calls/calls/schema";
import type { Translator } from "@/messages/translator";
import { DemoButton } from "../../_components/demo-button";
import { isFiltered, listQuery, NO_FILTERS } from "./filters";

const MAX_TAGS_SHOWN = 3;
const ICON = { size: 30, stroke: 1.5, "aria-hidden": true } as const;

const NO_VALUE = (
  <Text size="sm" c="dimmed" component="span">
    <span aria-hidden>–</span>
  </Text>
);

function Tags({ tags }: { tags: readonly string[] }) {
  const t = useTranslations("calls.list");
  if (tags.length === 0) return NO_VALUE;
  const more = tags.length - MAX_TAGS_SHOWN;
  return (
    <Group gap={4}>
      {tags.slice(0, MAX_TAGS_SHOWN).map((tag) => (
        <Badge key={tag} color="gray">
          {tag}
        </Badge>
      ))}
      {more > 0 && <Text size="xs">{t("moreTags", { count: more })}</Text>}
    </Group>
  );
}

/** Names by id, for agents that a list of calls mentions. */
export type AgentNames = Readonly<Record<string, string>>;

type Names = { agents: AgentNames; channelName: (channel: string) => string };

const columnsOf = (
  t: Translator<"calls">,
  { agents, channelName }: Names,
  query: string,
): Column<CallItem>[] => [
  {
    id: "created_at",
    header: t("column.call"),
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
    header: t("column.agent"),
    cell: ({ agent_id }) => (
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {agents[agent_id] ?? <Code fz="xs">{agent_id}</Code>}
      </Text>
    ),
  },
  {
    id: "channel",
    header: t("column.channel"),
    cell: ({ channel }) => <Text size="sm">{channelName(channel)}</Text>,
  },
  { id: "status", header: t("column.status"), cell: (call) => <StatusBadge call={call} /> },
  {
    id: "outcome",
    header: t("column.outcome"),
    cell: ({ outcome }) => (outcome === null ? NO_VALUE : <OutcomeBadge outcome={outcome} />),
  },
  { id: "tags", header: t("column.tags"), cell: ({ tags }) => <Tags tags={tags} /> },
  {
    id: "duration",
    header: t("column.duration"),
    sort: "duration_ms",
    align: "right",
    cell: ({ duration_ms }) =>
      duration_ms === null ? NO_VALUE : <Text size="sm">{clock(duration_ms)}</Text>,
  },
  {
    id: "end_reason",
    header: t("column.endReason"),
    hidden: true,
    cell: ({ end_reason }) =>
      end_reason === null ? NO_VALUE : <Text size="sm">{t(`endReason.${end_reason}`)}</Text>,
  },
  {
    id: "direction",
    header: t("column.direction"),
    hidden: true,
    cell: ({ direction }) => <Text size="sm">{t(`direction.${direction}`)}</Text>,
  },
  { id: "from", header: t("column.from"), hidden: true, cell: ({ from }) => from ?? NO_VALUE },
  { id: "to", header: t("column.to"), hidden: true, cell: ({ to }) => to ?? NO_VALUE },
  {
    id: "latency",
    header: t("column.latency"),
    hidden: true,
    align: "right",
    cell: ({ latency }) =>
      latency.turn_p95_ms === null ? NO_VALUE : t("column.milliseconds", { ms: latency.turn_p95_ms }),
  },
  { id: "id", header: t("column.id"), hidden: true, cell: ({ id }) => <Code fz="xs">{id}</Code> },
];

function NoCalls({ demo }: { demo: string | null }) {
  const t = useTranslations("calls.list");
  return (
    <EmptyState
      title={t("empty")}
      icon={<IconPhone {...ICON} />}
      action={
        <Group gap="sm" justify="center">
          <LinkButton href="/agents">{t("emptyAction")}</LinkButton>
          {demo !== null && <DemoButton workspaceId={demo} />}
        </Group>
      }
    >
      {t("emptyHelp")}
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useTranslations("calls.list");
  return (
    <EmptyState
      title={t("noMatch")}
      icon={<IconSearchOff {...ICON} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t("clearFilters")}
        </Button>
      }
    >
      {t("noMatchHelp")}
    </EmptyState>
  );
}

type Props = {
  page: TablePage<CallItem>;
  agents: AgentNames;
  toolbar: ReactNode;
  /** The demo workspace's ID, if the person can open it. */
  demo: string | null;
};

/** Calls, filtered and sorted by the address. Each links to its review, which keeps the list's query. */
export function CallTable({ page, agents, toolbar, demo }: Props) {
  const t = useTranslations("calls");
  const channelName = useChannelName();
  const address = useAddress();
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("list.title")}
        columns={columnsOf(t, { agents, channelName }, listQuery(address.get))}
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
