"use client";

import { Box, Button, Select, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { FormEvent } from "react";
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
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get("q");
    address.set({ q: typeof words === "string" ? words.trim() : null });
  };
  const q = address.get("q") ?? "";
  return (
    <>
      <Box component="search" w={{ base: "100%", sm: 260 }}>
        <form onSubmit={search}>
          <TextInput
            key={q}
            name="q"
            type="search"
            aria-label="Name or whole number"
            placeholder="Name or whole number"
            defaultValue={q}
            maxLength={200}
            leftSection={<IconSearch size={16} aria-hidden />}
          />
        </form>
      </Box>
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
      {isFiltered(address.get) && (
        <Button variant="subtle" onClick={() => address.set(NO_FILTERS)}>
          Clear
        </Button>
      )}
      {total !== undefined && (
        <Text size="sm" c="dimmed" role="status" lh="36px">
          {total.toLocaleString("en")} {total === 1 ? "contact" : "contacts"}
        </Text>
      )}
    </>
  );
}
