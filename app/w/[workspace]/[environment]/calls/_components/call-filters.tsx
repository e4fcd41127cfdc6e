"use client";

import { Select } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ListFound, ListSearch } from "@/components/list-search";
import { useAddress } from "@/components/use-address";
import { isFiltered, NO_FILTERS } from "./filters";
import { MoreFilters, useStatusOptions } from "./more-filters";

type Props = {
  agents: { value: string; label: string }[];
  outcomes: string[];
  /** Number of matching calls; unknown if the address is not valid. */
  total?: number | undefined;
};

/** Filters of the list of calls. They are in the address, so that a link shows the same calls. */
export function CallFilters({ agents, outcomes, total }: Props) {
  const t = useTranslations("calls");
  const statuses = useStatusOptions();
  const address = useAddress();
  return (
    <>
      <ListSearch label={t("filters.search")} width={240} />
      <Select
        aria-label={t("column.agent")}
        placeholder={t("filters.allAgents")}
        data={agents}
        value={address.get("agent_id")}
        onChange={(agent_id) => address.set({ agent_id })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("filters.allAgents") }}
        visibleFrom="sm"
        w={180}
      />
      <Select
        aria-label={t("column.status")}
        placeholder={t("filters.allStatuses")}
        data={statuses}
        value={address.get("status")}
        onChange={(status) => address.set({ status })}
        clearable
        clearButtonProps={{ "aria-label": t("filters.allStatuses") }}
        visibleFrom="sm"
        w={150}
      />
      <MoreFilters agents={agents} outcomes={outcomes} />
      <ListFound
        filtered={isFiltered(address.get)}
        onClear={() => address.set(NO_FILTERS)}
        label={total === undefined ? undefined : t("list.count", { count: total })}
      />
    </>
  );
}
