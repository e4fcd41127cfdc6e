"use client";

import { Box, Button, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef } from "react";
import { useAddress } from "./use-address";

/** As many characters as a list's `q` takes. */
const MAX_CHARS = 200;

/** Pause in typing after which the list is searched. */
const TYPING_PAUSE_MS = 300;

/**
 * The search field of a list: `q` in the address, set while one types. `width` in pixels, where there is room.
 * The field is uncontrolled, so that text typed before React has taken over is kept.
 */
export function ListSearch({ label, width }: { label: string; width: number }) {
  const address = useAddress();
  const input = useRef<HTMLInputElement>(null);
  const q = address.get("q") ?? "";
  const sentWords = useRef(q);
  const search = () => {
    const words = input.current?.value.trim() ?? "";
    if (words === sentWords.current) return;
    sentWords.current = words;
    address.set({ q: words }, { replace: true });
  };
  const searchAfterPause = useDebouncedCallback(search, TYPING_PAUSE_MS);
  useEffect(() => {
    // The back button or "Clear" has changed the address.
    if (q === sentWords.current || input.current === null) return;
    sentWords.current = q;
    input.current.value = q;
  }, [q]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <Box component="search" w={{ base: "100%", sm: width }}>
      <form onSubmit={onSubmit}>
        <TextInput
          ref={input}
          name="q"
          type="search"
          aria-label={label}
          placeholder={label}
          defaultValue={q}
          onChange={searchAfterPause}
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
