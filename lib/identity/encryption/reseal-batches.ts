import { sql } from "kysely";
import { type FieldRef, SealError, type Sealer, subjectKeyRef } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { ResealedColumn } from "./sealed-columns";

/** Rows per transaction: a few milliseconds, during which an erasure of one of them waits. */
const SUBJECT_BATCH_SIZE = 500;
/** Small, as parts of files have a quarter of a megabyte each. */
const VALUE_BATCH_SIZE = 20;

/**
 * Reseals a value with the newest key; null if it does not open, and then it stays unchanged for
 * investigation.
 */
function reseal(sealer: Sealer, fieldRef: FieldRef, ciphertext: Buffer): Buffer | null {
  try {
    return sealer.seal(fieldRef, sealer.open(fieldRef, ciphertext));
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    log.error(
      { table: fieldRef.table, row: fieldRef.row },
      "a sealed value does not open and was not resealed",
    );
    return null;
  }
}

const toByteaLiteral = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

/**
 * Rewraps the keys of a batch of subjects after `cursor`. Locked rows are skipped, so that it neither waits
 * for an erasure nor deadlocks with one. `last` is the last subject of the batch; null if the batch is empty.
 */
export async function rewrapSubjectKeys(
  tx: Tx,
  workspaceId: string,
  sealer: Sealer,
  { version, cursor }: { version: number; cursor: string },
): Promise<{ last: string | null; done: number }> {
  const rows = await tx.all(
    db
      .selectFrom("subject_keys")
      .select(["subject_id", "wrapped"])
      .where("workspace_id", "=", workspaceId)
      .where("subject_id", ">", cursor)
      .where("key_version", "<", version)
      .orderBy("subject_id")
      .limit(SUBJECT_BATCH_SIZE)
      .forNoKeyUpdate()
      .skipLocked(),
  );
  const last = rows.at(-1)?.subject_id ?? null;
  const changed = rows.flatMap(({ subject_id: id, wrapped }) => {
    const rewrapped = reseal(sealer, subjectKeyRef(id), wrapped);
    return rewrapped === null ? [] : [{ id, wrapped: toByteaLiteral(rewrapped) }];
  });
  if (changed.length === 0) return { last, done: 0 };
  // One statement updates all rows, which are locked since the select.
  const newValues = sql<{ id: string; wrapped: Buffer }>`json_to_recordset(${JSON.stringify(changed)}::json)`;
  await tx.all(
    db
      .updateTable("subject_keys as s")
      .from(newValues.as<"n">(sql`n(id text, wrapped bytea)`))
      .set((eb) => ({ wrapped: eb.ref("n.wrapped"), key_version: version }))
      .where("s.workspace_id", "=", workspaceId)
      .whereRef("s.subject_id", "=", "n.id"),
  );
  return { last, done: changed.length };
}

/** Reseals a batch of one column's values. Returns how many. */
export async function resealColumn(
  tx: Tx,
  workspaceId: string,
  sealer: Sealer,
  { table, column, keyColumns, fieldColumn }: ResealedColumn,
  version: number,
): Promise<number> {
  const ciphertext = sql.ref<Buffer>(column);
  const rows = await tx.all(
    db
      .selectFrom(table)
      .select(keyColumns.map((name) => sql.ref(name).as(name)))
      .select(ciphertext.as("ciphertext"))
      .where("workspace_id", "=", workspaceId)
      .where(sql<boolean>`sealed_key_version(${ciphertext}) between 1 and ${version - 1}`)
      .limit(VALUE_BATCH_SIZE)
      .forNoKeyUpdate()
      .skipLocked(),
  );
  let done = 0;
  for (const row of rows as unknown as ({ ciphertext: Buffer } & Record<string, string | number>)[]) {
    const fieldRef = {
      table,
      row: String(row[keyColumns[0]]),
      field: fieldColumn === undefined ? column : String(row[fieldColumn]),
    };
    const resealed = reseal(sealer, fieldRef, row.ciphertext);
    if (resealed === null) continue;
    let update = db
      .updateTable(table)
      .set({ [column]: resealed } as never)
      .where("workspace_id", "=", workspaceId);
    for (const name of keyColumns)
      update = update.where(sql.ref<string | number>(name), "=", row[name] ?? "");
    await tx.all(update);
    done += 1;
  }
  return done;
}
