import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import type { Import, ImportSummary, ListImports } from "./schema";

const COLUMNS = [
  "id",
  "kind",
  "format",
  "status",
  "campaign_id",
  "bytes",
  "rows",
  "done",
  "created",
  "updated",
  "merged",
  "error_count",
  "created_by",
  "created_at",
  "completed_at",
] as const;

const selectImports = ({ workspaceId, environment }: Ctx, kind: Import["kind"]) =>
  db
    .selectFrom("imports")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("kind", "=", kind);

/** An import of the context's environment, with what is wrong with its file. Throws `not_found`. */
export async function readImport(ctx: Ctx, kind: Import["kind"], id: string): Promise<Import> {
  const row = await ctx.db.one(selectImports(ctx, kind).select("errors").where("id", "=", id));
  if (row === undefined) throw notFound();
  return row as Import;
}

/** Imports of one kind, newest first. */
export async function listImports(
  ctx: Ctx,
  kind: Import["kind"],
  page: ListImports,
): Promise<Page<ImportSummary>> {
  const { data, ...rest } = await listPage(ctx, selectImports(ctx, kind), page);
  return { ...rest, data: data as ImportSummary[] };
}
