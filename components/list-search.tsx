"use client";

import { Box, Button, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useAddress } from "./use-address";

/** As many characters as a list's `q` takes. */
const MAX_CHARS = 200;

/** The field that a list is searched by: `q` in the address, set when it is sent off. `width` in pixels, where there is room. */
export function ListSearch({ label, width }: { label: string; width: number }) {
  const address = useAddress();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get("q");
    address.set({ q: typeof words === "string" ? words.trim() : null });
  };
  const q = address.get("q") ?? "";
  return (
    <Box component="search" w={{ base: "100%", sm: width }}>
      <form onSubmit={search}>
        <TextInput
          key={q}
          name="q"
          type="search"
          aria-label={label}
          placeholder={label}
          defaultValue={q}
          maxLength={MAX_CHARS}
          leftSection={<IconSearch size={16} aria-hidden />}
        />
      </form>
    </Box>
  );
}

type SearchResult = {
  /** Whether a filter is set. */
  filtered: boolean;
  onClear: () => void;
  /** How many there are; unknown where the address is not valid. */
  total: number | undefined;
  /** One and several of them. */
  nouns: readonly [string, string];
};

/** Result count of a list's filters, with a link to clear them. */
export function ListFound({ filtered, onClear, total, nouns: [one, several] }: SearchResult) {
  const t = useTranslations("common.table");
  const format = useFormatter();
  return (
    <>
      {filtered && (
        <Button variant="subtle" onClick={onClear}>
          {t("clearFilters")}
        </Button>
      )}
      {total !== undefined && (
        <Text size="sm" c="dimmed" role="status" lh="36px">
          {format.number(total)} {total === 1 ? one : several}
        </Text>
      )}
    </>
  );
}
