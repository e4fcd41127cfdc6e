import type { Compilable } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { createSubjectKey, destroySubjectKeys } from "@/lib/platform/crypto";
import { csvRecords } from "@/lib/platform/csv";
import { db, type Tx } from "@/lib/platform/db";
import type { CheckedFile } from "./check-file";
import { checkRow } from "./check-row";
import { hasRejectedColumns, REJECTED_COLUMNS } from "./fields";
import type { FileRow } from "./file-row";
import type { Job, RejectedFile } from "./import-job";
import { originalValues } from "./original-values";
import type { ImportProblem } from "./problems";

/** A part is sealed and stored at this size. With the next row, this is all that is in memory. */
const PART_CHARS = 256 * 1024;
/** Time for downloading the file: longer than a weekend, as for exports. */
const DOWNLOAD_PERIOD_MS = 3 * 24 * 3_600_000;

/** Rows that were valid by themselves and could not be applied: the reason, by the row's position. */
type UnappliedRows = ReadonlyMap<number, ImportProblem>;

export const rejectedFieldRef = (importId: string, part: number) => ({
  table: "import_rejected_parts",
  row: importId,
  field: String(part),
});

/** The reasons against a row, without its values. */
function reasonsOf(row: FileRow, { rules }: CheckedFile, unapplied: UnappliedRows): string {
  const reasons: string[] = [];
  checkRow(row, rules, ({ column, message }) =>
    reasons.push(column === null ? message : `${column}: ${message}`),
  );
  const later = unapplied.get(row.row)?.message;
  return [...reasons, ...(later === undefined ? [] : [later])].join(" ");
}

/** Yields the records of the file: the header, then each rejected row with its position and reasons. */
async function* rejectedRecords(
  { format }: Job,
  checked: CheckedFile,
  unapplied: UnappliedRows,
): AsyncGenerator<unknown[]> {
  const columns = checked.columns.list.map(({ column }) => column);
  // A JSON array can have one key with several fields.
  const names = format === "csv" ? columns : [...new Set(columns)];
  // Such a file sent again has these columns already.
  const hasOwn = hasRejectedColumns(names);
  const isKept = (_: unknown, index: number) => !hasOwn || index >= REJECTED_COLUMNS.length;
  yield [...REJECTED_COLUMNS, ...names.filter(isKept)];
  let rowIndex = 0;
  for await (const row of checked.read())
    if (checked.numbers.isRejected(rowIndex++) || unapplied.has(row.row))
      yield [
        row.row,
        reasonsOf(row, checked, unapplied),
        ...originalValues(row.original, format, names).filter(isKept),
      ];
}

/** Splits the records into texts of about `PART_CHARS`. `rows` counts the records of each. */
async function* textParts(records: AsyncIterable<unknown[]>): AsyncGenerator<{ text: string; rows: number }> {
  let part = { text: "", rows: 0 };
  for await (const record of records) {
    part = { text: part.text + csvRecords([record]), rows: part.rows + 1 };
    if (part.text.length < PART_CHARS) continue;
    yield part;
    part = { text: "", rows: 0 };
  }
  if (part.rows > 0) yield part;
}

/**
 * Stores the rejected rows as a CSV file in the caller's transaction, for a limited time. It is sealed with a
 * separate key, as an erasure destroys the file without reading it.
 */
export async function storeRejectedFile(
  tx: Tx,
  job: Job,
  checked: CheckedFile,
  unapplied: UnappliedRows,
): Promise<RejectedFile> {
  const { ctx, id } = job;
  const { workspaceId } = ctx;
  const { sealer, insert } = await createSubjectKey(workspaceId, id, ctx.now());
  await tx.all(insert);
  let [parts, bytes, records] = [0, 0, 0];
  for await (const { text, rows } of textParts(rejectedRecords(job, checked, unapplied))) {
    ctx.signal.throwIfAborted();
    const content = Buffer.from(text, "utf8");
    const sealed = sealer.seal(rejectedFieldRef(id, parts), content);
    await tx.all(
      db
        .insertInto("import_rejected_parts")
        .values({ workspace_id: workspaceId, import_id: id, part: parts, sealed }),
    );
    parts += 1;
    bytes += content.length;
    records += rows;
  }
  return {
    rejected: records - 1,
    rejected_parts: parts,
    rejected_bytes: bytes,
    rejected_expires_at: plusMs(ctx.now(), DOWNLOAD_PERIOD_MS),
  };
}

/** Deletes the files of rejected rows of these imports, at least one, with their keys. */
export const removeRejectedFiles = (
  { workspaceId }: Pick<Ctx, "workspaceId">,
  ids: readonly string[],
): Compilable<unknown>[] => [
  destroySubjectKeys(workspaceId, ids),
  db
    .deleteFrom("import_rejected_parts")
    .where("workspace_id", "=", workspaceId)
    .where("import_id", "in", ids),
  db
    .updateTable("imports")
    .set({ rejected_parts: 0, rejected_bytes: 0, rejected_expires_at: null })
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", ids),
];
