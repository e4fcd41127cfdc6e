"use client";

import { Kbd, Text, UnstyledButton } from "@mantine/core";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { SearchEntry } from "@/lib/http/reference/search-index";
import classes from "./docs.module.css";
import { rankEntries } from "./rank-entries";

const [store, search] = createSpotlight();

/** About nine results. */
const MAX_HEIGHT_PX = 440;
/** The list passes these to its scroll area, though its types omit them: its viewport scrolls by keyboard. */
const SCROLL_AREA = { viewportProps: { tabIndex: 0, role: "region", "aria-label": "Results" } };

const KINDS: Readonly<Record<SearchEntry["kind"], string>> = {
  operation: "Operation",
  event: "Event",
  error: "Error",
  field: "Field",
};

/** Loads the index when the search is opened for the first time. */
function useIndex() {
  const [entries, setEntries] = useState<readonly SearchEntry[]>([]);
  const [status, setStatus] = useState<"none" | "loading" | "loaded" | "failed">("none");
  const load = async () => {
    if (status === "loading" || status === "loaded") return;
    setStatus("loading");
    try {
      const response = await fetch("/docs/search.json");
      if (!response.ok) throw new Error(String(response.status));
      setEntries(await response.json());
      setStatus("loaded");
    } catch {
      setStatus("failed");
    }
  };
  return { entries, status, load };
}

/** Search over operations, fields, events and errors. Opens with `/` or Ctrl-K. */
export function DocsSearch() {
  const router = useRouter();
  const [query, setQuery] = useState("");
  const { entries, status, load } = useIndex();
  const results = rankEntries(entries, query);
  return (
    <>
      <UnstyledButton className={classes.search} onClick={search.open}>
        <IconSearch size={16} aria-hidden />
        <span>Search</span>
        <Kbd size="xs" aria-hidden>
          /
        </Kbd>
      </UnstyledButton>
      <Spotlight.Root
        store={store}
        query={query}
        onQueryChange={setQuery}
        shortcut={["/", "mod + K"]}
        onSpotlightOpen={() => void load()}
        attributes={{ content: { "aria-label": "Search the API reference" } }}
      >
        <Spotlight.Search
          placeholder="Operations, fields, events and errors"
          aria-label="Search"
          leftSection={<IconSearch size={20} stroke={1.5} aria-hidden />}
        />
        <Spotlight.ActionsList mah={MAX_HEIGHT_PX} {...SCROLL_AREA}>
          {results.map(({ kind, title, detail, href }) => (
            <Spotlight.Action key={`${href} ${title}`} onClick={() => router.push(href)}>
              <span className={classes.result}>
                <span className={classes.kind}>{KINDS[kind]}</span>
                <span className={classes.found}>
                  <Text component="span" size="sm" fw={500}>
                    {title}
                  </Text>
                  <Text component="span" size="xs" className={classes.detail}>
                    {detail}
                  </Text>
                </span>
              </span>
            </Spotlight.Action>
          ))}
          {results.length === 0 && (
            <Spotlight.Empty>
              {status === "failed"
                ? "The search could not be loaded. Close it and try again."
                : status === "loaded"
                  ? "No results."
                  : "Loading…"}
            </Spotlight.Empty>
          )}
        </Spotlight.ActionsList>
      </Spotlight.Root>
    </>
  );
}
