"use client";

import { Select } from "@mantine/core";
import { ListFound, ListSearch } from "@/components/list-search";
import { useAddress } from "@/components/use-address";
import { isFiltered, NO_FILTERS } from "./filters";
import { MoreFilters, STATUSES } from "./more-filters";

type Props = {
  agents: { value: string; label: string }[];
  outcomes: string[];
  /** How many calls there are; unknown where the address is not valid. */
  total?: number | undefined;
};

/** Which calls are shown. All of it is in the address, so that a link shows the same. */
export function CallFilters({ agents, outcomes, total }: Props) {
  const address = useAddress();
  return (
    <>
      <ListSearch label="Words in the transcript" width={240} />
      <Select
        aria-label="Agent"
        placeholder="Every agent"
        data={agents}
        value={address.get("agent_id")}
        onChange={(agent_id) => address.set({ agent_id })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Every agent" }}
        visibleFrom="sm"
        w={180}
      />
      <Select
        aria-label="Status"
        placeholder="Every status"
        data={STATUSES}
        value={address.get("status")}
        onChange={(status) => address.set({ status })}
        clearable
        clearButtonProps={{ "aria-label": "Every status" }}
        visibleFrom="sm"
        w={150}
      />
      <MoreFilters agents={agents} outcomes={outcomes} />
      <ListFound
        filtered={isFiltered(address.get)}
        onClear={() => address.set(NO_FILTERS)}
        total={total}
        nouns={["call", "calls"]}
      />
    </>
  );
}
