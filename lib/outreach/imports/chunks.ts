import type { Compilable } from "kysely";
import type { Seat } from "@/lib/outreach/campaigns";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db, record, type Tx } from "@/lib/platform/db";

/** Bytes that are sealed and written at a time. */
const CHUNK = 256 * 1024;

const placeOf = (importId: string, part: number) => ({
  table: "import_chunks",
  row: importId,
  field: String(part),
});

type Where = Pick<Ctx, "workspaceId">;

/** Bytes in pieces of `CHUNK`, the last one smaller. */
async function* pieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    held.push(part);
    size += part.byteLength;
    if (size < CHUNK) continue;
    const whole = Buffer.concat(held);
    const rest = size % CHUNK;
    for (let at = 0; at + CHUNK <= size; at += CHUNK) yield whole.subarray(at, at + CHUNK);
    held = rest === 0 ? [] : [Buffer.from(whole.subarray(size - rest))];
    size = rest;
  }
  if (size > 0) yield Buffer.concat(held);
}

/**
 * Seals a file piece by piece as it comes in; answers its bytes. Where it breaks off, what was written is removed
 * before the error goes on.
 */
export async function storeFile(
  ctx: Where,
  importId: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  let part = 0;
  let bytes = 0;
  try {
    for await (const piece of pieces(content)) {
      // Asked for each piece: a slow file may outlast a change of the key.
      const sealed = (await workspaceSealer(ctx.workspaceId)).seal(placeOf(importId, part), piece);
      const row = { workspace_id: ctx.workspaceId, import_id: importId, part, sealed };
      await record(ctx, { run: [db.insertInto("import_chunks").values(row)] });
      part += 1;
      bytes += piece.length;
    }
    return bytes;
  } catch (error) {
    await record(ctx, { run: [removeFile(ctx, importId)] });
    throw error;
  }
}

const selectPart = ({ workspaceId }: Where, importId: string, part: number) =>
  db
    .selectFrom("import_chunks")
    .select("sealed")
    .where("workspace_id", "=", workspaceId)
    .where("import_id", "=", importId)
    .where("part", "=", part);

/** The file's bytes again, piece by piece. */
export async function* fileOf(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  importId: string,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row = await ctx.db.one(selectPart(ctx, importId, part));
    if (row === undefined) return;
    yield (await workspaceSealer(ctx.workspaceId)).open(placeOf(importId, part), row.sealed);
  }
}

/**
 * Where the contacts wait that join a campaign once all of the file is taken in: behind every part of a file, in a part
 * for each batch, so that memory does not grow with the file.
 */
const WAITING_FROM = 1_000_000;

/** The statement that keeps a batch's contacts for the end. It goes with the file. */
export async function keepSeats(
  ctx: Where,
  importId: string,
  batch: number,
  seats: readonly Seat[],
): Promise<Compilable<unknown>> {
  const sealer = await workspaceSealer(ctx.workspaceId);
  const part = WAITING_FROM + batch;
  const text = JSON.stringify(
    seats.map(({ contact_id: id, variables }) => [id, variables?.toString("base64") ?? null]),
  );
  const sealed = sealer.seal(placeOf(importId, part), text);
  return db
    .insertInto("import_chunks")
    .values({ workspace_id: ctx.workspaceId, import_id: importId, part, sealed });
}

/** The contacts that were kept, batch by batch. */
export async function* keptSeats(tx: Tx, ctx: Where, importId: string): AsyncGenerator<Seat[]> {
  for (let part = WAITING_FROM; ; part++) {
    const row = await tx.one(selectPart(ctx, importId, part));
    if (row === undefined) return;
    const sealer = await workspaceSealer(ctx.workspaceId);
    const kept = JSON.parse(sealer.openText(placeOf(importId, part), row.sealed)) as [
      string,
      string | null,
    ][];
    yield kept.map(([id, variables]) => ({
      contact_id: id,
      variables: variables === null ? null : Buffer.from(variables, "base64"),
    }));
  }
}

/** The statement that removes a file that has been taken in, or never will be. */
export const removeFile = ({ workspaceId }: Where, importId: string): Compilable<unknown> =>
  db.deleteFrom("import_chunks").where("workspace_id", "=", workspaceId).where("import_id", "=", importId);
