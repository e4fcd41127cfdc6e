"use client";

import { Code, Paper, Select, Stack, Text } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import { useChannelName } from "@/components/use-channel-name";
import { type Campaign, CampaignStatus } from "@/lib/outreach/campaigns/schema";
import { CampaignStatusBadge } from "./campaign-status";
import { CountsBar } from "./counts-bar";
import { donePercent } from "./parts";

const BAR_PX = 150;

/** Names of agents by ID. */
type Agents = Readonly<Record<string, string>>;

function Progress({ counts, status }: Campaign) {
  const t = useTranslations("campaigns");
  const contacts = t("count", { count: counts.total });
  return (
    <Stack gap={4} w={BAR_PX}>
      <CountsBar counts={counts} />
      <Text size="xs" c="dimmed">
        {status === "draft" || counts.total === 0
          ? contacts
          : t("list.progress", { contacts, percent: donePercent(counts) })}
      </Text>
    </Stack>
  );
}

function useColumns(agents: Agents): Column<Campaign>[] {
  const t = useTranslations("campaigns");
  const channelName = useChannelName();
  const tPurpose = useTranslations("contacts.purpose");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("list.name"),
        hidable: false,
        cell: ({ id, name }) => (
          <RowLink href={`/campaigns/${id}`} style={{ overflowWrap: "anywhere" }}>
            {name}
          </RowLink>
        ),
      },
      {
        id: "agent",
        header: t("list.agent"),
        cell: ({ agent_id: id }) => (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {agents[id] ?? <Code fz="xs">{id}</Code>}
          </Text>
        ),
      },
      {
        id: "channel",
        header: t("list.channel"),
        cell: ({ channel }) => <Text size="sm">{channelName(channel)}</Text>,
      },
      {
        id: "status",
        header: t("list.status"),
        cell: ({ status }) => <CampaignStatusBadge status={status} />,
      },
      { id: "counts", header: t("list.contacts"), cell: (campaign) => <Progress {...campaign} /> },
      {
        id: "launched_at",
        header: t("list.launched"),
        cell: ({ launched_at: at }) =>
          at === null ? (
            <Text size="sm" c="dimmed">
              {t("list.notLaunched")}
            </Text>
          ) : (
            <Time at={at} />
          ),
      },
      {
        id: "purpose",
        header: t("list.purpose"),
        hidden: true,
        cell: ({ purpose }) => <Text size="sm">{tPurpose(purpose)}</Text>,
      },
      {
        id: "created_at",
        header: t("list.created"),
        hidden: true,
        cell: ({ created_at: at }) => <Time at={at} as="date" />,
      },
      { id: "id", header: t("list.id"), hidden: true, cell: ({ id }) => <Code fz="xs">{id}</Code> },
    ],
    [t, tPurpose, agents, channelName],
  );
}

function Empty({ isFiltered, mayCreate }: { isFiltered: boolean; mayCreate: boolean }) {
  const t = useTranslations("campaigns.list");
  const icon = <IconSpeakerphone size={30} stroke={1.5} aria-hidden />;
  if (isFiltered)
    return (
      <EmptyState title={t("noMatch")} icon={icon}>
        {t("noMatchHelp")}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t("empty")}
      icon={icon}
      action={mayCreate && <LinkButton href="/campaigns/new">{t("emptyAction")}</LinkButton>}
    >
      {t("emptyHelp")} {mayCreate ? t("emptyCreate") : t("emptyViewer")}
    </EmptyState>
  );
}

type Props = { page: TablePage<Campaign>; agents: Agents; mayCreate: boolean };

/** Campaigns as the address filters them, the newest first. */
export function CampaignTable({ page, agents, mayCreate }: Props) {
  const t = useTranslations("campaigns");
  const address = useAddress();
  const columns = useColumns(agents);
  const status = address.get("status");
  const agentId = address.get("agent_id");
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("title")}
        columns={columns}
        page={page}
        minWidth={900}
        toolbar={
          <>
            <Select
              aria-label={t("list.status")}
              placeholder={t("list.anyStatus")}
              data={CampaignStatus.options.map((value) => ({ value, label: t(`status.${value}`) }))}
              value={status}
              onChange={(next) => address.set({ status: next })}
              clearable
              clearButtonProps={{ "aria-label": t("list.anyStatus") }}
              w={160}
            />
            <Select
              aria-label={t("list.agent")}
              placeholder={t("list.anyAgent")}
              data={Object.entries(agents).map(([value, label]) => ({ value, label }))}
              value={agentId}
              onChange={(next) => address.set({ agent_id: next })}
              searchable
              clearable
              clearButtonProps={{ "aria-label": t("list.anyAgent") }}
              w={180}
            />
          </>
        }
        empty={<Empty isFiltered={status !== null || agentId !== null} mayCreate={mayCreate} />}
      />
    </Paper>
  );
}
