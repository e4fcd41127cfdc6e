"use client";

import { Box, Button, Select, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { FormEvent } from "react";
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
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get("q");
    address.set({ q: typeof words === "string" ? words.trim() : null });
  };
  const q = address.get("q") ?? "";
  return (
    <>
      <Box component="search" w={{ base: "100%", sm: 240 }}>
        <form onSubmit={search}>
          <TextInput
            key={q}
            name="q"
            type="search"
            aria-label="Words in the transcript"
            placeholder="Words in the transcript"
            defaultValue={q}
            maxLength={200}
            leftSection={<IconSearch size={16} aria-hidden />}
          />
        </form>
      </Box>
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
      {isFiltered(address.get) && (
        <Button variant="subtle" onClick={() => address.set(NO_FILTERS)}>
          Clear
        </Button>
      )}
      {total !== undefined && (
        <Text size="sm" c="dimmed" role="status" lh="36px">
          {total.toLocaleString("en")} {total === 1 ? "call" : "calls"}
        </Text>
      )}
    </>
  );
}
