import { readCallItems } from "@/lib/calls/calls";
import { CallItem } from "@/lib/calls/calls/schema";
import { readContacts } from "@/lib/contacts/contacts";
import { Contact } from "@/lib/contacts/contacts/schema";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { csvLines } from "@/lib/platform/csv";
import type { QueryRunner } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { CSV_MEDIA_TYPE, createMemoryFile, type MemoryFile } from "@/lib/platform/memory-file";
import type { ExportSelection } from "./schema";
import { SOURCES } from "./sources";

type Line = { id: string } & Record<string, unknown>;
/** Sealed records: their IDs, and a function that opens and masks them. */
type SealedRecords = { ids: readonly string[]; open(): Promise<Line[]> };
type ReadRecords = (ctx: Ctx, ids: readonly string[], runner: QueryRunner) => Promise<SealedRecords>;

/** Opens a call; null if it was deleted after its row had been read. */
async function openCall(open: () => Promise<CallItem>): Promise<Line | null> {
  try {
    return CallItem.parse(await open());
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

const readSelectedCalls: ReadRecords = async (ctx, ids, runner) => {
  const readers = await readCallItems(ctx, ids, runner);
  const open = async () => {
    const lines: Line[] = [];
    // One at a time, as opening a call can need its whole transcript.
    for (const reader of readers.values()) {
      const line = await openCall(reader);
      if (line !== null) lines.push(line);
    }
    return lines;
  };
  return { ids: [...readers.keys()], open };
};

const readSelectedContacts: ReadRecords = async (ctx, ids, runner) => {
  const contacts = await readContacts(ctx, ids, runner);
  return {
    ids: contacts.ids,
    open: async () => (await contacts.open()).map((contact) => Contact.parse(contact)),
  };
};

const READERS: Readonly<Record<ExportSelection["resource"], ReadRecords>> = {
  calls: readSelectedCalls,
  contacts: readSelectedContacts,
};

/**
 * Exports selected records as CSV, with the columns, masks and formula guard of `createExport`, in the order of `ids`. IDs
 * of other workspaces and environments and of deleted records are left out. Throws `not_found` if no record remains. The
 * audit event names the records; it is written in the transaction that reads them, before they are opened.
 */
export async function exportSelection(ctx: Ctx, { resource, ids }: ExportSelection): Promise<MemoryFile> {
  const requestedIds = [...new Set(ids)];
  const records = await writeAudited(ctx, async (tx) => {
    const result = await READERS[resource](ctx, requestedIds, tx);
    const existingIds = new Set(result.ids);
    const exported = requestedIds.filter((id) => existingIds.has(id));
    if (exported.length === 0) throw notFound();
    const { environment, workspaceId } = ctx;
    const after = { environment, resource, format: "csv", rows: exported.length, ids: exported };
    return { result, audit: { action: "selection.exported", target: workspaceId, after } };
  });
  const lines = new Map((await records.open()).map((line) => [line.id, line]));
  const ordered = requestedIds.flatMap((id) => lines.get(id) ?? []);
  return createMemoryFile(
    `${resource}.csv`,
    CSV_MEDIA_TYPE,
    csvLines(SOURCES[resource].columns, ordered, true),
  );
}
