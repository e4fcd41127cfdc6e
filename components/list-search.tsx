"use client";

import { Box, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
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
