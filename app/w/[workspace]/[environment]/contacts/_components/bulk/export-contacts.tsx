"use client";

import { ExportButton } from "@/components/bulk/export-button";
import { type CsvColumns, recordsCsv } from "@/components/csv";
import type { ContactRow } from "../contact-row";

const FILE = "contacts.csv";

/** Columns of the file, with the names of the export, which the import takes. */
const COLUMNS: CsvColumns<ContactRow> = {
  id: ({ id }) => id,
  phone: ({ phone }) => phone,
  name: ({ name }) => name,
  timezone: ({ timezone }) => timezone,
  region: ({ region }) => region,
  suppressed: ({ suppressed }) => suppressed?.join(", ") ?? null,
  created_at: ({ created_at }) => created_at,
};

/** The selected contacts as CSV. */
export const contactsCsv = (rows: readonly ContactRow[]): string => recordsCsv(COLUMNS, rows);

/** Saves the selected contacts as a file. */
export function ExportContacts({ rows }: { rows: readonly ContactRow[] }) {
  return <ExportButton file={FILE} write={() => contactsCsv(rows)} />;
}
