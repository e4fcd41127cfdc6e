import type { Compilable } from "kysely";
import type { CampaignContactRow } from "@/lib/outreach/campaigns";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, type Tx, writeUnaudited } from "@/lib/platform/db";

/** Bytes of a chunk. */
const CHUNK_BYTES = 256 * 1024;

const fieldRefOf = (importId: string, part: number) => ({
  table: "import_chunks",
  row: importId,
  field: String(part),
});

type WorkspaceScope = Pick<Ctx, "workspaceId">;

/** Splits bytes into chunks of `CHUNK_BYTES`; the last one is smaller. */
async function* splitIntoChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let buffered: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    buffered.push(part);
    size += part.byteLength;
    if (size < CHUNK_BYTES) continue;
    const whole = Buffer.concat(buffered);
    const remainingBytes = size % CHUNK_BYTES;
    for (let at = 0; at + CHUNK_BYTES <= size; at += CHUNK_BYTES) yield whole.subarray(at, at + CHUNK_BYTES);
    buffered = remainingBytes === 0 ? [] : [Buffer.from(whole.subarray(size - remainingBytes))];
    size = remainingBytes;
  }
  if (size > 0) yield Buffer.concat(buffered);
}

/**
 * Seals and stores a file chunk by chunk while it is received, and returns its size in bytes. If that fails,
 * the stored chunks are removed before the error is thrown.
 */
export async function storeFile(
  ctx: WorkspaceScope,
  importId: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  let part = 0;
  let bytes = 0;
  try {
    for await (const piece of splitIntoChunks(content)) {
      // Read for each chunk: a slow upload may outlast a key rotation.
      const sealed = (await workspaceSealer(ctx.workspaceId)).seal(fieldRefOf(importId, part), piece);
      const row = { workspace_id: ctx.workspaceId, import_id: importId, part, sealed };
      await writeUnaudited(ctx, { run: [db.insertInto("import_chunks").values(row)] });
      part += 1;
      bytes += piece.length;
    }
    return bytes;
  } catch (error) {
    await writeUnaudited(ctx, { run: [removeFile(ctx, importId)] });
    throw error;
  }
}

const selectPart = ({ workspaceId }: WorkspaceScope, importId: string, part: number) =>
  db
    .selectFrom("import_chunks")
    .select("sealed")
    .where("workspace_id", "=", workspaceId)
    .where("import_id", "=", importId)
    .where("part", "=", part);

/** Reads the file's bytes, chunk by chunk. */
export async function* readFile(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  importId: string,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row = await ctx.db.first(selectPart(ctx, importId, part));
    if (row === undefined) return;
    yield (await workspaceSealer(ctx.workspaceId)).open(fieldRefOf(importId, part), row.sealed);
  }
}

/**
 * The first part number for the contacts that join a campaign after the whole file is applied. The numbers
 * follow all parts of a file, one part for each batch, so that memory does not grow with the file.
 */
const FIRST_CAMPAIGN_PART = 1_000_000;

/** Stores a batch's campaign contacts for the end of the import. They are deleted with the file. */
export async function storeCampaignRows(
  ctx: WorkspaceScope,
  importId: string,
  batch: number,
  campaignRows: readonly CampaignContactRow[],
): Promise<Compilable<unknown>> {
  const sealer = await workspaceSealer(ctx.workspaceId);
  const part = FIRST_CAMPAIGN_PART + batch;
  const text = JSON.stringify(
    campaignRows.map(({ contact_id: id, variables }) => [id, variables?.toString("base64") ?? null]),
  );
  const sealed = sealer.seal(fieldRefOf(importId, part), text);
  return db
    .insertInto("import_chunks")
    .values({ workspace_id: ctx.workspaceId, import_id: importId, part, sealed });
}

/** Reads the stored campaign contacts, batch by batch. */
export async function* readCampaignRows(
  tx: Tx,
  ctx: WorkspaceScope,
  importId: string,
): AsyncGenerator<CampaignContactRow[]> {
  for (let part = FIRST_CAMPAIGN_PART; ; part++) {
    const row = await tx.first(selectPart(ctx, importId, part));
    if (row === undefined) return;
    const sealer = await workspaceSealer(ctx.workspaceId);
    const storedRows = JSON.parse(sealer.openText(fieldRefOf(importId, part), row.sealed)) as [
      string,
      string | null,
    ][];
    yield storedRows.map(([id, variables]) => ({
      contact_id: id,
      variables: variables === null ? null : Buffer.from(variables, "base64"),
    }));
  }
}

/** Deletes the file of an import that is completed or will never be applied. */
export const removeFile = ({ workspaceId }: WorkspaceScope, importId: string): Compilable<unknown> =>
  db.deleteFrom("import_chunks").where("workspace_id", "=", workspaceId).where("import_id", "=", importId);
