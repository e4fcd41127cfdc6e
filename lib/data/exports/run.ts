import { sql } from "kysely";
import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { csvLines } from "@/lib/platform/csv";
import { db, writeUnaudited } from "@/lib/platform/db";
import { type Storage, storage } from "@/lib/platform/storage";
import { jsonLines } from "./json-lines";
import { removeExport } from "./remove";
import { enqueueExport, partFieldRef, partName, updateExport } from "./row";
import type { Export } from "./schema";
import { type Batch, SOURCES } from "./sources";

/** A part is written at this size. With the next page, this is all that is in memory. */
const PART_BYTES = 256 * 1_024;
/** Longer than the writing of any part. */
const LEASE_MS = 120_000;
/** After this time the job yields to others, and continues later. */
const TURN_MS = 20_000;
/** Time for downloading a file: longer than a weekend. */
const DOWNLOAD_PERIOD_MS = 3 * 24 * 3_600_000;

const TAKEN = ["id", "environment", "resource", "format", "filters", "object", "parts", "place"] as const;

/** Leases an unfinished export, unless another worker writes it. */
async function leaseExport(ctx: Ctx, id: string) {
  const now = ctx.now();
  const [rows] = await writeUnaudited(ctx, {
    run: [
      updateExport(ctx.workspaceId, id)
        .set({ status: "running", lease_until: plusMs(now, LEASE_MS) })
        .where("status", "in", ["queued", "running"])
        .where(sql<boolean>`(lease_until is null or lease_until <= ${now}::timestamptz)`)
        .returning(TAKEN),
    ],
  });
  return rows[0];
}
type LeasedExport = NonNullable<Awaited<ReturnType<typeof leaseExport>>>;

type Part = { text: string; rows: number; place: string | null; total: number | null };

/** Reads pages until there are enough bytes for a part, or no more pages. */
async function nextPart(ctx: Ctx, row: LeasedExport, from: string | null, bytes: number): Promise<Part> {
  const source = SOURCES[row.resource as Export["resource"]];
  const filters = row.filters as Export["filters"];
  const whole = row.format === "jsonl";
  const part: Part = { text: "", rows: 0, place: from, total: null };
  const isFirst = from === null;
  do {
    const cursor = part.place;
    const batch: Batch = await source.page(ctx, { filters, cursor, whole });
    part.text += whole
      ? jsonLines(batch.lines)
      : csvLines(source.columns, batch.lines, isFirst && cursor === null);
    part.rows += batch.lines.length;
    part.total ??= batch.total;
    part.place = batch.next;
  } while (part.place !== null && part.text.length < bytes);
  return part;
}

/** Seals and stores a part, and then records it. Returns false if the export was withdrawn meanwhile. */
async function storePart(
  ctx: Ctx,
  row: LeasedExport,
  number: number,
  part: Part,
  { sealer, store }: { sealer: Sealer; store: Storage },
): Promise<boolean> {
  const bytes = Buffer.from(part.text, "utf8");
  await store.put(partName(row.object, number), sealer.seal(partFieldRef(row.id, number), bytes));
  const [rows] = await writeUnaudited(ctx, {
    run: [
      updateExport(ctx.workspaceId, row.id)
        .set({
          parts: number + 1,
          bytes: sql`bytes + ${bytes.length}`,
          rows: sql`rows + ${part.rows}`,
          total: sql`coalesce(total, ${part.total}::int)`,
          place: part.place,
          lease_until: plusMs(ctx.now(), LEASE_MS),
        })
        .where("status", "=", "running")
        .where("parts", "=", number)
        .returning("id"),
    ],
  });
  return rows.length === 1;
}

async function complete(ctx: Ctx, row: LeasedExport): Promise<void> {
  const now = ctx.now();
  await writeAudited(ctx, async (tx) => {
    const done = await tx.first(
      updateExport(ctx.workspaceId, row.id)
        .set({
          status: "completed",
          completed_at: now,
          expires_at: plusMs(now, DOWNLOAD_PERIOD_MS),
          lease_until: null,
        })
        .where("status", "=", "running")
        .returning(["rows", "bytes"]),
    );
    if (done === undefined) return { result: undefined, audit: null };
    const { resource, format, filters } = row;
    return {
      result: undefined,
      audit: { action: "export.completed", target: row.id, after: { resource, format, filters, ...done } },
    };
  });
}

/** Releases the export, so that the next job continues after the last complete part. */
const releaseExport = (ctx: Ctx, id: string): Promise<unknown> =>
  writeUnaudited(ctx, {
    run: [
      updateExport(ctx.workspaceId, id).set({ lease_until: null }).where("status", "=", "running"),
      enqueueExport(ctx.workspaceId, id, ctx.now()),
    ],
  });

/**
 * Schedules the job again for the end of the lease: the worker that holds it may have been killed, and the queue runs its job
 * again before the lease ends. Does nothing for a finished export.
 */
async function retryAfterLease(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.db.first(
    db
      .selectFrom("exports")
      .select("lease_until")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("status", "in", ["queued", "running"]),
  );
  if (row === undefined) return;
  const runAt = row.lease_until ?? ctx.now();
  await writeUnaudited(ctx, {
    run: [enqueueExport(ctx.workspaceId, id, runAt)],
  });
}

/**
 * Writes the file of an export in sealed parts, with constant memory. Safe to repeat: after a crash, another
 * worker continues after the last recorded part. Stops for a withdrawn export.
 */
export async function runExport(
  base: Ctx,
  id: string,
  store: Storage = storage(),
  partBytes = PART_BYTES,
): Promise<void> {
  const row = await leaseExport(base, id);
  if (row === undefined) return await retryAfterLease(base, id);
  const ctx: Ctx = { ...base, environment: row.environment as Environment };
  const endAt = Date.parse(ctx.now()) + TURN_MS;
  let { place, parts } = row;
  try {
    const sealer = (await subjectSealers(ctx.workspaceId, [id])).get(id);
    if (sealer === undefined) return await removeExport(ctx, id, store);
    // All parts were written, but the end was not recorded.
    while (parts === 0 || place !== null) {
      const part = await nextPart(ctx, row, place, partBytes);
      if (!(await storePart(ctx, row, parts, part, { sealer, store })))
        return await removeExport(ctx, id, store);
      place = part.place;
      parts += 1;
      if (place !== null && (ctx.signal.aborted || Date.parse(ctx.now()) >= endAt))
        return void (await releaseExport(ctx, id));
    }
    await complete(ctx, row);
  } catch (error) {
    // The queue runs the job again without waiting for the lease.
    await writeUnaudited(ctx, {
      run: [updateExport(ctx.workspaceId, id).set({ lease_until: null }).where("status", "=", "running")],
    });
    throw error;
  }
}
