"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { csvText } from "@/components/csv";
import { saveFile } from "@/components/save-file";
import type { CallRow } from "../call-row";

const FILE = "calls.csv";
const SECOND_MS = 1_000;

/** Columns of the file, with the API's names. */
const COLUMNS: Readonly<Record<string, (row: CallRow) => string | number | null>> = {
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
export const callsCsv = (rows: readonly CallRow[]): string =>
  csvText([Object.keys(COLUMNS), ...rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row)))]);

/** Saves the selected calls as a file. */
export function ExportCalls({ rows }: { rows: readonly CallRow[] }) {
  const t = useTranslations("common.selection");
  return (
    <Button size="xs" variant="default" onClick={() => saveFile(FILE, "text/csv", callsCsv(rows))}>
      {t("export")}
    </Button>
  );
}
