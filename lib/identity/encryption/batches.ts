import { sql } from "kysely";
import { type Place, SealBroken, type Sealer, subjectPlace } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Resealed } from "./sealed";

/** Rows of one transaction: some milliseconds, for which an erasure of one of them waits. */
const SUBJECTS = 500;
/** Parts of files are a quarter of a megabyte each. */
const VALUES = 20;

/** The same value under the newest key; null where it does not open, which is left as it is for whoever looks into it. */
function reseal(sealer: Sealer, place: Place, box: Buffer): Buffer | null {
  try {
    return sealer.seal(place, sealer.open(place, box));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error({ table: place.table, row: place.row }, "a sealed value does not open and keeps its key");
    return null;
  }
}

const hex = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

/**
 * Wraps the keys of a batch of subjects anew, behind `cursor`. Rows that somebody holds are skipped, so that it never
 * waits for an erasure, nor an erasure for it in a circle. Answers the last that it looked at; null where there is none.
 */
export async function rewrapSubjects(
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
      .limit(SUBJECTS)
      .forUpdate()
      .skipLocked(),
  );
  const last = rows.at(-1)?.subject_id ?? null;
  const changed = rows.flatMap(({ subject_id: id, wrapped }) => {
    const anew = reseal(sealer, subjectPlace(id), wrapped);
    return anew === null ? [] : [{ id, wrapped: hex(anew) }];
  });
  if (changed.length === 0) return { last, done: 0 };
  // One statement for any number of rows, which are locked since they were read.
  const given = sql<{ id: string; wrapped: Buffer }>`json_to_recordset(${JSON.stringify(changed)}::json)`;
  await tx.all(
    db
      .updateTable("subject_keys as s")
      .from(given.as<"n">(sql`n(id text, wrapped bytea)`))
      .set((eb) => ({ wrapped: eb.ref("n.wrapped"), key_version: version }))
      .where("s.workspace_id", "=", workspaceId)
      .whereRef("s.subject_id", "=", "n.id"),
  );
  return { last, done: changed.length };
}

/** Seals a batch of one column's values anew; answers how many. */
export async function resealColumn(
  tx: Tx,
  workspaceId: string,
  sealer: Sealer,
  { table, column, key, fieldFrom }: Resealed,
  version: number,
): Promise<number> {
  const box = sql.ref<Buffer>(column);
  const rows = await tx.all(
    db
      .selectFrom(table)
      .select(key.map((name) => sql.ref(name).as(name)))
      .select(box.as("box"))
      .where("workspace_id", "=", workspaceId)
      .where(sql<boolean>`box_version(${box}) between 1 and ${version - 1}`)
      .limit(VALUES)
      .forUpdate()
      .skipLocked(),
  );
  let done = 0;
  for (const row of rows as unknown as ({ box: Buffer } & Record<string, string | number>)[]) {
    const place = {
      table,
      row: String(row[key[0]]),
      field: fieldFrom === undefined ? column : String(row[fieldFrom]),
    };
    const anew = reseal(sealer, place, row.box);
    if (anew === null) continue;
    let update = db
      .updateTable(table)
      .set({ [column]: anew } as never)
      .where("workspace_id", "=", workspaceId);
    for (const name of key) update = update.where(sql.ref<string | number>(name), "=", row[name] ?? "");
    await tx.all(update);
    done += 1;
  }
  return done;
}
