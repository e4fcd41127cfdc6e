"use client";

import { ExportButton } from "@/components/bulk/export-button";
import { type CsvColumns, recordsCsv } from "@/components/csv";
import type { CallRow } from "../call-row";

const FILE = "calls.csv";
const SECOND_MS = 1_000;

/** Columns of the file, with the API's names. */
const COLUMNS: CsvColumns<CallRow> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  agent_id: ({ agent_id }) => agent_id,
  channel: ({ channel }) => channel,
  direction: ({ direction }) => direction,
  from: ({ from }) => from,
  to: ({ to }) => to,
  status: ({ status }) => status,
  end_reason: ({ end_reason }) => end_reason,
  outcome: ({ outcome }) => outcome?.tag ?? null,
  tags: ({ tags }) => tags.join(", "),
  duration_s: ({ duration_ms: ms }) => (ms === null ? null : ms / SECOND_MS),
};

/** The selected calls as CSV, masked like the list. */
export const callsCsv = (rows: readonly CallRow[]): string => recordsCsv(COLUMNS, rows);

/** Saves the selected calls as a file. */
export function ExportCalls({ rows }: { rows: readonly CallRow[] }) {
  return <ExportButton file={FILE} write={() => callsCsv(rows)} />;
}
