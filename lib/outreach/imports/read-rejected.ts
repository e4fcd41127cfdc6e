import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { rejectedFieldRef } from "./rejected-file";

/** A file that is opened in parts while it is read. */
type RejectedRows = {
  mediaType: string;
  name: string;
  bytes: number;
  ranges: false;
  read(): AsyncIterable<Uint8Array>;
};

async function* readParts(ctx: Ctx, id: string, parts: number, sealer: Sealer): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part++) {
    const row = await ctx.db.first(
      db
        .selectFrom("import_rejected_parts")
        .select("sealed")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("import_id", "=", id)
        .where("part", "=", part),
    );
    // An erasure or the end of its time removed the file during the download.
    if (row === undefined) throw notFound();
    yield sealer.open(rejectedFieldRef(id, part), row.sealed);
  }
}

/**
 * Opens the rejected rows of an import of contacts for a download, which is audited. Throws 404, and 409 if
 * there is no file.
 */
export async function readRejectedRows(ctx: Ctx, id: string): Promise<RejectedRows> {
  const row = await ctx.db.first(
    db
      .selectFrom("imports")
      .select(["rejected", "rejected_parts", "rejected_bytes", "rejected_expires_at"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("kind", "=", "contacts")
      .where("id", "=", id),
  );
  if (row === undefined) throw notFound();
  const { rejected, rejected_parts: parts, rejected_bytes: bytes, rejected_expires_at: expiresAt } = row;
  if (rejected === 0) throw new AppError("import_without_rejected_rows");
  if (expiresAt === null || expiresAt <= ctx.now()) throw new AppError("rejected_rows_deleted");
  const sealer = await subjectSealer(ctx.workspaceId, id);
  const after = { environment: ctx.environment, rejected };
  await writeAudited(ctx, {
    run: [],
    audit: { action: "import.rejected_rows_downloaded", target: id, after },
  });
  return {
    mediaType: "text/csv; charset=utf-8; header=present",
    name: `rejected-${id}.csv`,
    bytes,
    ranges: false,
    read: () => readParts(ctx, id, parts, sealer),
  };
}
