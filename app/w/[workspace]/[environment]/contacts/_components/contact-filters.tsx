"use client";

import { Select } from "@mantine/core";
import { ListFound, ListSearch } from "@/components/list-search";
import { useAddress } from "@/components/use-address";

const STATES = [
  { value: "true", label: "Suppressed" },
  { value: "false", label: "Not suppressed" },
];

/** All filters taken out, for `address.set`. */
export const NO_FILTERS = { q: null, suppressed: null } as const;

export const isFiltered = (get: (name: string) => string | null): boolean =>
  Boolean(get("q") || get("suppressed"));

/** Which contacts are shown. `total`: unknown where the address is not valid. */
export function ContactFilters({ total }: { total?: number | undefined }) {
  const address = useAddress();
  return (
    <>
      <ListSearch label="Name or whole number" width={260} />
      <Select
        aria-label="Suppression"
        placeholder="Suppressed or not"
        data={STATES}
        value={address.get("suppressed")}
        onChange={(suppressed) => address.set({ suppressed })}
        clearable
        clearButtonProps={{ "aria-label": "Suppressed or not" }}
        w={190}
      />
      <ListFound
        filtered={isFiltered(address.get)}
        onClear={() => address.set(NO_FILTERS)}
        total={total}
        nouns={["contact", "contacts"]}
      />
    </>
  );
}
