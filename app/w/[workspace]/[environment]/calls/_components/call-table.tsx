"use client";

import { Group } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Option } from "@/components/filter-bar/filter";
import { LinkButton } from "@/components/link-button";
import { type ReadPage, RecordList } from "@/components/record-list";
import { Requested } from "@/components/requested";
import type { SavedViews } from "@/components/saved-views/saved-view";
import { EmptyState } from "@/components/states";
import { useAddress } from "@/components/use-address";
import { useChannelName } from "@/components/use-channel-name";
import { DemoButton } from "../../_components/demo-button";
import type { CallRights } from "./bulk/call-actions";
import { callColumns } from "./call-columns";
import type { CallRow } from "./call-row";
import { listQuery } from "./filters";
import { useCallFilters } from "./use-call-filters";

function NoCalls({ demo }: { demo: string | null }) {
  const t = useTranslations("calls.list");
  return (
    <EmptyState
      title={t("empty")}
      icon={<IconPhone size={30} stroke={1.5} aria-hidden />}
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

const loadActions = async () => (await import("./bulk/call-actions")).CallActions;

type Props = {
  page: ReadPage<CallRow>;
  /** The number of matching calls; unknown if the address is not valid. */
  total: number | undefined;
  agents: readonly Option[];
  outcomes: readonly string[];
  saved: SavedViews;
  rights: CallRights;
  /** The demo workspace's ID, if the person can open it. */
  demo: string | null;
};

/** Calls, filtered and sorted by the address. Each links to its review, which keeps the list's query. */
export function CallTable({ page, total, agents, outcomes, saved, rights, demo }: Props) {
  const t = useTranslations("calls");
  const format = useFormatter();
  const address = useAddress();
  const channelName = useChannelName();
  const filters = useCallFilters({ agents, outcomes });
  const query = listQuery(address.get);
  const columns = useMemo(
    () =>
      callColumns(t, {
        agents: Object.fromEntries(agents.map(({ value, label }) => [value, label])),
        channelName,
        format,
        query,
      }),
    [t, agents, channelName, format, query],
  );
  return (
    <RecordList
      label={t("list.title")}
      columns={columns}
      page={page}
      filters={filters}
      search={t("filters.search")}
      count={total === undefined ? undefined : t("list.count", { count: total })}
      views={{ saved, all: t("list.all") }}
      empty={<NoCalls demo={demo} />}
      noMatch={{ title: t("list.noMatch"), help: t("list.noMatchHelp"), clear: t("list.clearFilters") }}
      minWidth={860}
      defaultSort="-created_at"
      bulk={
        Object.values(rights).includes(true)
          ? (selection) => (
              <Requested
                load={loadActions}
                isNeeded={selection.rows.length > 0}
                props={{ selection, rights }}
              />
            )
          : undefined
      }
    />
  );
}
