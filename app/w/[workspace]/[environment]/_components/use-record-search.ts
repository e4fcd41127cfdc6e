"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { SearchResults } from "@/lib/data/search/schema";

/** Pause in typing after which records are searched. */
const TYPING_PAUSE_MS = 200;
/** A single character matches too many records. */
const MIN_LENGTH = 2;

type SearchedRecord = SearchResults["data"][number];
type Results = { q: string; records: SearchedRecord[] };
const NO_RESULTS: Results = { q: "", records: [] };

/** The records that match a query. Typing aborts the request of the previous query. */
export function useRecordSearch(query: string): { records: SearchedRecord[]; isSearching: boolean } {
  const q = query.trim();
  const [pausedQuery] = useDebouncedValue(q, TYPING_PAUSE_MS);
  const [results, setResults] = useState(NO_RESULTS);
  useEffect(() => {
    if (pausedQuery.length < MIN_LENGTH) return setResults(NO_RESULTS);
    const controller = new AbortController();
    api
      .get("/v1/search", { query: { q: pausedQuery }, signal: controller.signal })
      .then(({ data }) => setResults({ q: pausedQuery, records: data }))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        // Pages and commands can be found without the search of records.
        setResults({ q: pausedQuery, records: [] });
        if (!(error instanceof ApiError)) throw error;
      });
    return () => controller.abort();
  }, [pausedQuery]);
  const isCurrent = results.q === q;
  return {
    records: isCurrent ? results.records : NO_RESULTS.records,
    isSearching: q.length >= MIN_LENGTH && !isCurrent,
  };
}
