import { sql } from "kysely";
import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { type Sealer, subjectSealers } from "@/lib/platform/crypto";
import { record } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { type Storage, storage } from "@/lib/platform/storage";
import { removeExport } from "./remove";
import { partName, partPlace, updateExport } from "./row";
import type { Export } from "./schema";
import { type Batch, SOURCES } from "./sources";
import { csvLines, jsonLines } from "./text";

/** A part is written once it has this many bytes; with the page that goes beyond it, all that is in memory. */
const PART_BYTES = 256 * 1_024;
/** Longer than any part takes. */
const LEASE_MS = 120_000;
/** After this the job makes room for others, and goes on behind them. */
const TURN_MS = 20_000;
/** How long a file can be fetched: over a weekend. */
const KEPT_MS = 3 * 24 * 3_600_000;

const TAKEN = ["id", "environment", "resource", "format", "filters", "object", "parts", "place"] as const;

/** Takes an export that is still to be written, unless another worker writes it. */
async function take(ctx: Ctx, id: string) {
  const now = ctx.now();
  const [rows] = await record(ctx, {
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
type Taken = NonNullable<Awaited<ReturnType<typeof take>>>;

type Part = { text: string; rows: number; place: string | null; total: number | null };

/** Pages, until there are enough for a part or no more. */
async function nextPart(ctx: Ctx, row: Taken, from: string | null, bytes: number): Promise<Part> {
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

/** Seals and stores a part, and then says so; false where the export was withdrawn meanwhile. */
async function storePart(
  ctx: Ctx,
  row: Taken,
  number: number,
  part: Part,
  { sealer, store }: { sealer: Sealer; store: Storage },
): Promise<boolean> {
  const bytes = Buffer.from(part.text, "utf8");
  await store.put(partName(row.object, number), sealer.seal(partPlace(row.id, number), bytes));
  const [rows] = await record(ctx, {
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

async function complete(ctx: Ctx, row: Taken): Promise<void> {
  const now = ctx.now();
  await mutate(ctx, async (tx) => {
    const done = await tx.one(
      updateExport(ctx.workspaceId, row.id)
        .set({
          status: "completed",
          completed_at: now,
          expires_at: plusMs(now, KEPT_MS),
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

/** Gives the export back, so that the next job goes on behind the last whole part. */
const giveBack = (ctx: Ctx, id: string): Promise<unknown> =>
  record(ctx, {
    run: [
      updateExport(ctx.workspaceId, id).set({ lease_until: null }).where("status", "=", "running"),
      enqueue(
        "export.run",
        { workspaceId: ctx.workspaceId, exportId: id },
        { key: `export:${id}`, runAt: ctx.now() },
      ),
    ],
  });

/**
 * Writes the file of an export, part after part, each sealed as it is stored; memory does not grow with it. Safe to
 * repeat: a lost worker's successor goes on behind the last part that was noted. An export that was withdrawn ends.
 */
export async function runExport(
  base: Ctx,
  id: string,
  store: Storage = storage(),
  partBytes = PART_BYTES,
): Promise<void> {
  const row = await take(base, id);
  if (row === undefined) return;
  const ctx: Ctx = { ...base, environment: row.environment as Environment };
  const endAt = Date.parse(ctx.now()) + TURN_MS;
  let { place, parts } = row;
  try {
    const sealer = (await subjectSealers(ctx.workspaceId, [id])).get(id);
    if (sealer === undefined) return await removeExport(ctx, id, store);
    // Else all parts were written, and only the end was not noted.
    while (parts === 0 || place !== null) {
      const part = await nextPart(ctx, row, place, partBytes);
      if (!(await storePart(ctx, row, parts, part, { sealer, store })))
        return await removeExport(ctx, id, store);
      place = part.place;
      parts += 1;
      if (place !== null && (ctx.signal.aborted || Date.parse(ctx.now()) >= endAt))
        return void (await giveBack(ctx, id));
    }
    await complete(ctx, row);
  } catch (error) {
    // The queue comes again, and need not wait for the lease.
    await record(ctx, {
      run: [updateExport(ctx.workspaceId, id).set({ lease_until: null }).where("status", "=", "running")],
    });
    throw error;
  }
}
