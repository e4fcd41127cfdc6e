"use client";

import { Button, Select, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { FormEvent } from "react";
import { useAddress } from "@/components/use-address";
import { inWords } from "@/components/words";
import { CallStatus } from "@/lib/calls/schema";
import { isFiltered, NO_FILTERS } from "./filters";
import { MoreFilters } from "./more-filters";

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
      <search>
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
            w={240}
          />
        </form>
      </search>
      <Select
        aria-label="Agent"
        placeholder="Every agent"
        data={agents}
        value={address.get("agent_id")}
        onChange={(agent_id) => address.set({ agent_id })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Every agent" }}
        w={180}
      />
      <Select
        aria-label="Status"
        placeholder="Every status"
        data={CallStatus.options.map((value) => ({ value, label: inWords(value) }))}
        value={address.get("status")}
        onChange={(status) => address.set({ status })}
        clearable
        clearButtonProps={{ "aria-label": "Every status" }}
        w={150}
      />
      <MoreFilters outcomes={outcomes} />
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
