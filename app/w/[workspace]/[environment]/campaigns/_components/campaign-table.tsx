"use client";

import { Stack, Text } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Filter } from "@/components/filter-bar/filter";
import { LinkButton } from "@/components/link-button";
import { NO_VALUE } from "@/components/no-value";
import { RecordList } from "@/components/record-list";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import type { Column, TablePage } from "@/components/table-column";
import { Time } from "@/components/time";
import { useChannelName } from "@/components/use-channel-name";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { CAMPAIGN_STATUSES } from "@/lib/outreach/campaigns/values";
import { CampaignStatusBadge } from "./campaign-status";
import { CountsBar } from "./counts-bar";
import { donePercent } from "./parts";

const BAR_PX = 150;

/** Names of agents by ID. */
type Agents = Readonly<Record<string, string>>;

function Progress({ counts, status }: Campaign) {
  const t = useTranslations("campaigns");
  const format = useFormatter();
  const contacts = t("count", { count: counts.total });
  const percent = format.number(donePercent(counts) / 100, { style: "percent" });
  return (
    <Stack gap={4} w={BAR_PX}>
      <CountsBar counts={counts} />
      <Text size="xs" c="dimmed">
        {status === "draft" || counts.total === 0 ? contacts : t("list.progress", { contacts, percent })}
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
        cell: ({ id, name }) => <RowLink href={`/campaigns/${id}`}>{name}</RowLink>,
      },
      {
        id: "agent",
        header: t("list.agent"),
        narrow: "plain",
        cell: ({ agent_id: id }) => agents[id] ?? <code>{id}</code>,
      },
      {
        id: "channel",
        header: t("list.channel"),
        narrow: "plain",
        cell: ({ channel }) => channelName(channel),
      },
      {
        id: "status",
        header: t("list.status"),
        narrow: "corner",
        cell: ({ status }) => <CampaignStatusBadge status={status} />,
      },
      {
        id: "counts",
        header: t("list.contacts"),
        narrow: "plain",
        cell: (campaign) => <Progress {...campaign} />,
      },
      {
        id: "launched_at",
        header: t("list.launched"),
        cell: ({ launched_at: at }) => (at === null ? NO_VALUE : <Time at={at} />),
      },
      {
        id: "purpose",
        header: t("list.purpose"),
        hidden: true,
        cell: ({ purpose }) => tPurpose(purpose),
      },
      {
        id: "created_at",
        header: t("list.created"),
        hidden: true,
        cell: ({ created_at: at }) => <Time at={at} as="date" />,
      },
      { id: "id", header: t("list.id"), hidden: true, cell: ({ id }) => <code>{id}</code> },
    ],
    [t, tPurpose, agents, channelName],
  );
}

function useFilters(agents: Agents): readonly Filter[] {
  const t = useTranslations("campaigns");
  return useMemo(
    () => [
      {
        kind: "choice",
        id: "status",
        label: t("list.status"),
        options: CAMPAIGN_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
      },
      {
        kind: "choice",
        id: "agent_id",
        label: t("list.agent"),
        options: Object.entries(agents).map(([value, label]) => ({ value, label })),
      },
    ],
    [t, agents],
  );
}

function Empty({ mayCreate }: { mayCreate: boolean }) {
  const t = useTranslations("campaigns.list");
  return (
    <EmptyState
      title={t("empty")}
      icon={<IconSpeakerphone size={30} stroke={1.5} aria-hidden />}
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
  const columns = useColumns(agents);
  const filters = useFilters(agents);
  return (
    <RecordList
      label={t("title")}
      columns={columns}
      page={page}
      filters={filters}
      minWidth={900}
      empty={<Empty mayCreate={mayCreate} />}
      noMatch={{ title: t("list.noMatch"), help: t("list.noMatchHelp"), clear: t("list.clear") }}
    />
  );
}
