"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { csvText } from "@/components/csv";
import { saveFile } from "@/components/save-file";
import type { ContactRow } from "../contact-row";

const FILE = "contacts.csv";

/** Columns of the file, with the names of the export, which the import takes. */
const COLUMNS: Readonly<Record<string, (row: ContactRow) => string | null>> = {
  id: ({ id }) => id,
  phone: ({ phone }) => phone,
  name: ({ name }) => name,
  timezone: ({ timezone }) => timezone,
  region: ({ region }) => region,
  suppressed: ({ suppressed }) => suppressed?.join(", ") ?? null,
  created_at: ({ created_at }) => created_at,
};

/** The selected contacts as CSV. */
export const contactsCsv = (rows: readonly ContactRow[]): string =>
  csvText([Object.keys(COLUMNS), ...rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row)))]);

/** Saves the selected contacts as a file. */
export function ExportContacts({ rows }: { rows: readonly ContactRow[] }) {
  const t = useTranslations("common.selection");
  return (
    <Button size="xs" variant="default" onClick={() => saveFile(FILE, "text/csv", contactsCsv(rows))}>
      {t("export")}
    </Button>
  );
}
