import { sql } from "kysely";
import { MAX_ATTRIBUTES } from "@/lib/contacts/contacts/values";
import { addImportedContacts, campaignContactRow } from "@/lib/outreach/campaigns";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import { db, json, replanStatements, type Tx, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { applyContacts, applySuppressions } from "./apply-batch";
import type { CheckedFile } from "./check-file";
import { checkRow } from "./check-row";
import { fileRefused } from "./file-problems";
import { type Entry, mergeEntries } from "./file-row";
import { readCampaignRows, removeFile, storeCampaignRows } from "./import-chunks";
import { type Job, updateProgress } from "./import-job";
import { type ImportProblem, importProblem } from "./problems";
import { storeRejectedFile } from "./rejected-file";
import { digitsOf } from "./row-numbers";

/** Contacts of one batch: enough that round trips do not dominate, few enough for memory. */
const BATCH = 1_000;

/**
 * Takes the workspace's import lock, so that two imports with the same numbers cannot deadlock. Query plans
 * are made again for each batch: a plan that was made for an empty table would scan all of it for each of a
 * hundred batches.
 */
async function tryLockImports(tx: Tx, { ctx }: Job): Promise<boolean> {
  const name = `import ${ctx.workspaceId} ${ctx.environment}`;
  const isLocked = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`.as("held");
  const [[row]] = await tx.batch(db.selectNoFrom(isLocked), replanStatements);
  return row?.held === true;
}

/**
 * Reads the file's valid entries. Rows with the same number are merged into one entry, at the position of the
 * last one.
 */
async function* readEntries({ read, rules, numbers, repeated }: CheckedFile): AsyncGenerator<Entry> {
  const isLocked = new Map<number, { entry: Entry; left: number }>();
  let rowIndex = 0;
  for await (const row of read()) {
    const index = rowIndex++;
    if (numbers.isRejected(index)) continue;
    const entry = checkRow(row, rules, () => undefined, numbers.at(index));
    // The row was valid in the first reading, and the file is the same.
    if (entry === null) throw new Error("A row of an import changed between two readings.");
    const digits = digitsOf(entry.number.e164);
    const occurrences = repeated.repeats.get(digits);
    if (occurrences === undefined) {
      yield entry;
      continue;
    }
    const pending = isLocked.get(digits);
    const merged = pending === undefined ? entry : mergeEntries(pending.entry, entry);
    const left = (pending?.left ?? occurrences) - 1;
    if (left > 0) isLocked.set(digits, { entry: merged, left });
    else {
      isLocked.delete(digits);
      yield merged;
    }
  }
}

async function readBatch(entries: AsyncGenerator<Entry>): Promise<Entry[]> {
  const batch: Entry[] = [];
  while (batch.length < BATCH) {
    const { value, done } = await entries.next();
    if (done === true) break;
    batch.push(value);
  }
  return batch;
}

/** Reads batches of entries. The next batch is read while the caller waits for the database. */
async function* readBatches(entries: AsyncGenerator<Entry>): AsyncGenerator<Entry[]> {
  let next = readBatch(entries);
  // A caller that stops early never awaits it.
  next.catch(() => undefined);
  for (let batch = await next; batch.length > 0; batch = await next) {
    next = readBatch(entries);
    next.catch(() => undefined);
    yield batch;
  }
}

type Counts = {
  created: number;
  updated: number;
  consents: number;
  suppressed: number;
  /** Rows that could not be applied, with the reason. */
  unapplied: Map<number, ImportProblem>;
};

/** Applies every valid entry of the file in the caller's transaction. Progress is stored outside of it. */
async function applyAll(tx: Tx, job: Job, checked: CheckedFile): Promise<Counts> {
  const counts: Counts = { created: 0, updated: 0, consents: 0, suppressed: 0, unapplied: new Map() };
  let batches = 0;
  for await (const batch of readBatches(readEntries(checked))) {
    job.ctx.signal.throwIfAborted();
    if (job.kind === "suppressions") {
      const created = await applySuppressions(tx, job, batch);
      counts.created += created;
      counts.updated += batch.length - created;
    } else {
      const { created, consents, suppressed, contacts, overLimit } = await applyContacts(tx, job, batch);
      counts.created += created;
      counts.updated += contacts.length - created;
      counts.consents += consents;
      counts.suppressed += suppressed;
      for (const { rows } of overLimit)
        for (const row of rows)
          counts.unapplied.set(row, importProblem("contact_attributes_too_many", { max: MAX_ATTRIBUTES }));
      const { campaignId } = job;
      if (campaignId !== null) {
        const campaignRows = contacts.map(({ contact, entry }) =>
          campaignContactRow(campaignId, contact, entry.variables),
        );
        await tx.all(await storeCampaignRows(job.ctx, job.id, batches++, campaignRows));
      }
    }
    const done = counts.created + counts.updated;
    await writeUnaudited(job.ctx, { run: [updateProgress(job, { status: "applying", done })] });
  }
  return counts;
}

/** Adds the contacts to their campaign. Rejects the file if the campaign has ended. */
async function addToCampaign(tx: Tx, { ctx, id }: Job, campaignId: string): Promise<number> {
  try {
    return await addImportedContacts(tx, ctx, campaignId, readCampaignRows(tx, ctx, id));
  } catch (error) {
    if (error instanceof AppError && (error.code === "invalid_state" || error.code === "not_found"))
      throw fileRefused("campaign_over");
    throw error;
  }
}

/** Reports the rows that were valid by themselves and could not be applied. */
function addUnapplied({ problems }: CheckedFile, unapplied: ReadonlyMap<number, ImportProblem>): void {
  for (const [row, problem] of unapplied) problems.add({ row, column: null, ...problem });
}

/**
 * Applies the valid rows of the file in one transaction, and stores the others for download. `busy`: another
 * import of the workspace is being applied. `over`: the import was completed or failed meanwhile. Throws
 * `FileRefused`.
 */
export async function applyFile(job: Job, checked: CheckedFile): Promise<"applied" | "busy" | "over"> {
  const { ctx, id, kind, campaignId } = job;
  return writeAudited(ctx, async (tx) => {
    if (!(await tryLockImports(tx, job))) return { result: "busy", audit: null };
    const state = await tx.first(
      db
        .selectFrom("imports")
        .select("status")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    if (state === undefined || ["completed", "failed"].includes(state.status))
      return { result: "over", audit: null };
    const counts = await applyAll(tx, job, checked);
    const { created, updated, consents, suppressed, unapplied } = counts;
    const hasRejected = checked.invalid + unapplied.size > 0;
    const rejectedFile = hasRejected ? await storeRejectedFile(tx, job, checked, unapplied) : { rejected: 0 };
    const audit: AuditEvent[] = [];
    if (campaignId !== null) {
      const count = await addToCampaign(tx, job, campaignId);
      const after = { environment: ctx.environment, count, import_id: id };
      audit.push({ action: "campaign.contacts_added", target: campaignId, after });
    }
    addUnapplied(checked, unapplied);
    const { rows, columns, problems } = checked;
    const { rejected } = rejectedFile;
    const merged = rows - rejected - created - updated;
    const counted = { created, updated, merged, ...rejectedFile };
    const reported = {
      error_count: problems.count,
      errors: json(problems.reported),
      columns: json(columns.storedReport()),
      merges: json(checked.repeated.report().merges),
    };
    const done = { status: "completed", done: rows, completed_at: ctx.now() } as const;
    await tx.batch(updateProgress(job, { ...done, ...counted, ...reported }), removeFile(ctx, id));
    const after = {
      environment: ctx.environment,
      rows,
      created,
      updated,
      merged,
      consents,
      rejected,
      suppressed,
    };
    audit.push({ action: `${kind}.imported`, target: id, after });
    return { result: "applied" as const, audit };
  });
}
