import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { hasAllChunks, type Storage, StorageFailure, storage } from "@/lib/platform/storage";
import { folderOf, partFieldRef, partName } from "./row";

/** A file that is opened in parts while it is read. */
type ExportFile = {
  mediaType: string;
  name: string;
  bytes: number;
  ranges: false;
  read(): AsyncIterable<Uint8Array>;
};

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  jsonl: "application/jsonl; charset=utf-8",
};

async function* partsOf(
  { id, object, parts }: { id: string; object: string; parts: number },
  sealer: Sealer,
  store: Storage,
): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < parts; number++) {
    const box = await store.read(partName(object, number));
    if (box === null) throw new StorageFailure("A part of an export is missing.");
    yield sealer.open(partFieldRef(id, number), box);
  }
}

/** Opens the file of an export for a download, which is audited. Throws 404, and 409 without a file. */
export async function readExportFile(ctx: Ctx, id: string, store: Storage = storage()): Promise<ExportFile> {
  const row = await ctx.db.first(
    db
      .selectFrom("exports")
      .select([
        "id",
        "resource",
        "format",
        "status",
        "object",
        "parts",
        "bytes",
        "rows",
        "expires_at",
        "missing_since",
      ])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("id", "=", id),
  );
  if (row === undefined) throw notFound();
  const { resource, format, rows, bytes } = row;
  if (row.status === "queued" || row.status === "running") throw new AppError("export_still_written");
  if (row.status !== "completed" || row.expires_at === null || row.expires_at <= ctx.now())
    throw new AppError("export_file_gone");
  if (row.missing_since !== null && !(await hasAllChunks(store, folderOf(row.object), row.parts)))
    throw new AppError("export_incomplete");
  const sealer = await subjectSealer(ctx.workspaceId, id);
  await writeAudited(ctx, {
    run: [],
    audit: { action: "export.downloaded", target: id, after: { resource, format, rows } },
  });
  return {
    mediaType: MEDIA_TYPES[format] ?? "application/octet-stream",
    name: `${resource}-${id}.${format}`,
    bytes,
    ranges: false,
    read: () => partsOf(row, sealer, store),
  };
}
