import { sql } from "kysely";
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
  "rejected",
  "error_count",
  "created_by",
  "created_at",
  "completed_at",
] as const;

const selectImports = ({ workspaceId, environment }: Ctx, kind: Import["kind"]) =>
  db
    .selectFrom("imports")
    .select(COLUMNS)
    // Imports of earlier releases rejected the whole file.
    .select(sql<Import["on_invalid"]>`coalesce(settings->>'on_invalid', 'reject')`.as("on_invalid"))
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("kind", "=", kind);

/** Reads an import of the context's environment, with the problems of its file. Throws `not_found`. */
export async function readImport(ctx: Ctx, kind: Import["kind"], id: string): Promise<Import> {
  const row = await ctx.db.first(
    selectImports(ctx, kind)
      .select(["errors", "columns", "merges", "rejected_bytes", "rejected_expires_at"])
      .where("id", "=", id),
  );
  if (row === undefined) throw notFound();
  const { rejected_bytes: bytes, rejected_expires_at: expires_at, ...fields } = row;
  const isStored = expires_at !== null && expires_at > ctx.now();
  return { ...fields, rejected_file: isStored ? { bytes, expires_at } : null } as Import;
}

/** Lists imports of one kind, newest first. */
export async function listImports(
  ctx: Ctx,
  kind: Import["kind"],
  page: ListImports,
): Promise<Page<ImportSummary>> {
  const { data, ...pageInfo } = await listPage(ctx, selectImports(ctx, kind), page);
  return { ...pageInfo, data: data as ImportSummary[] };
}
