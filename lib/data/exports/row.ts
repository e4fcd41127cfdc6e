import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import type { Export, ListExports } from "./schema";

/** 128 random bits: a folder name that cannot be guessed and reveals nothing. */
const OBJECT_BYTES = 16;

const COLUMNS = [
  "id",
  "environment",
  "resource",
  "format",
  "filters",
  "status",
  "rows",
  "total",
  "bytes",
  "created_by",
  "created_at",
  "completed_at",
  "expires_at",
] as const;

/** An export's row as shown. Only this module writes it, so its columns have these types. */
type ExportRow = { [K in (typeof COLUMNS)[number]]: unknown };
export const toExport = (row: ExportRow): Export => row as Export;

/** Selects the exports of the context's environment, for a reader or a transaction. */
export const selectExports = ({ workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">) =>
  db
    .selectFrom("exports")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment);

/** Statement that schedules the job that writes an export, or continues it. */
export const enqueueExport = (workspaceId: string, id: string, runAt: string) =>
  enqueue("export.run", { workspaceId, exportId: id }, { key: `export:${id}`, runAt });

/** Statement that changes one export. */
export const updateExport = (workspaceId: string, id: string) =>
  db.updateTable("exports").where("workspace_id", "=", workspaceId).where("id", "=", id);

/** Reads one export. Throws `not_found`. */
export async function readExport(ctx: Ctx, id: string): Promise<Export> {
  const row = await ctx.db.first(selectExports(ctx).where("id", "=", id));
  if (row === undefined) throw notFound();
  return toExport(row);
}

/** Lists exports of the context's environment, newest first: all, or those of one contact's data. */
export async function listExports(
  ctx: Ctx,
  { contact_id: contact, ...page }: ListExports,
): Promise<Page<Export>> {
  const all = selectExports(ctx);
  const rows =
    contact === undefined
      ? all
      : all.where("resource", "=", "contact").where(sql`filters->>'contact'`, "=", contact);
  const { data, ...pageInfo } = await listPage(ctx, rows, page);
  return { ...pageInfo, data: data.map(toExport) };
}

export const newObject = (): string => randomBytes(OBJECT_BYTES).toString("hex");
/** The folder of a file's parts. */
export const folderOf = (object: string): string => `exports/${object.slice(0, 2)}/${object}`;
export const partName = (object: string, part: number): string => `${folderOf(object)}/${part}`;
/** Bound into each part's tag: a part of another export or position does not open. */
export const partFieldRef = (id: string, part: number) => ({
  table: "exports",
  row: id,
  field: `part/${part}`,
});
