import { sql } from "kysely";
import { joinCampaign, seatFor } from "@/lib/outreach/campaigns";
import { type AuditEvent, mutate } from "@/lib/platform/audit";
import { db, freshPlans, record, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { applyContacts, applySuppressions } from "./apply-batch";
import type { Checked } from "./check-file";
import { checkRow } from "./check-row";
import { keepSeats, keptSeats, removeFile } from "./chunks";
import { type Job, progress } from "./job";
import { digitsOf } from "./numbers";
import { refused } from "./problems";
import { type Entry, mergeEntries } from "./row";

/** Contacts of one round of statements: enough that round trips do not count, few enough for memory. */
const BATCH = 1_000;

/**
 * Holds the workspace's imports apart, so that two with the same numbers never wait for each other in a circle. Plans
 * are made anew for each batch: one that was made for an empty table reads all of it for each of a hundred batches.
 */
async function lock(tx: Tx, { ctx }: Job): Promise<boolean> {
  const name = `import ${ctx.workspaceId} ${ctx.environment}`;
  const held = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`.as("held");
  const [[row]] = await tx.batch(db.selectNoFrom(held), freshPlans);
  return row?.held === true;
}

/** The file's entries, those of one number as one, which comes where its last row stands. */
async function* entriesOf({ read, rules, numbers, repeats }: Checked): AsyncGenerator<Entry> {
  const held = new Map<number, { entry: Entry; left: number }>();
  let at = 0;
  for await (const row of read()) {
    const entry = checkRow(row, rules, () => undefined, numbers.at(at++));
    // It was right a moment ago, and the file is the same.
    if (entry === null) throw new Error("A row of an import changed between two readings.");
    const digits = digitsOf(entry.number.e164);
    const times = repeats.get(digits);
    if (times === undefined) {
      yield entry;
      continue;
    }
    const before = held.get(digits);
    const merged = before === undefined ? entry : mergeEntries(before.entry, entry);
    const left = (before?.left ?? times) - 1;
    if (left > 0) held.set(digits, { entry: merged, left });
    else {
      held.delete(digits);
      yield merged;
    }
  }
}

async function nextBatch(entries: AsyncGenerator<Entry>): Promise<Entry[]> {
  const batch: Entry[] = [];
  while (batch.length < BATCH) {
    const { value, done } = await entries.next();
    if (done === true) break;
    batch.push(value);
  }
  return batch;
}

/** Batches of entries; the next is read while the caller waits for the database. */
async function* batchesOf(entries: AsyncGenerator<Entry>): AsyncGenerator<Entry[]> {
  let next = nextBatch(entries);
  // Whoever stops early does not ask for it any more.
  next.catch(() => undefined);
  for (let batch = await next; batch.length > 0; batch = await next) {
    next = nextBatch(entries);
    next.catch(() => undefined);
    yield batch;
  }
}

type Counts = { created: number; updated: number; consents: number };

/** Every entry of the file, in the caller's transaction. How far it is shows outside of it. */
async function applyAll(tx: Tx, job: Job, checked: Checked): Promise<Counts> {
  const counts: Counts = { created: 0, updated: 0, consents: 0 };
  let batches = 0;
  for await (const batch of batchesOf(entriesOf(checked))) {
    job.ctx.signal.throwIfAborted();
    if (job.kind === "suppressions") {
      const created = await applySuppressions(tx, job, batch);
      counts.created += created;
      counts.updated += batch.length - created;
    } else {
      const { created, consents, contacts } = await applyContacts(tx, job, batch);
      counts.created += created;
      counts.updated += contacts.length - created;
      counts.consents += consents;
      const { campaignId } = job;
      if (campaignId !== null) {
        const seats = contacts.map(({ contact, entry }) => seatFor(campaignId, contact, entry.variables));
        await tx.all(await keepSeats(job.ctx, job.id, batches++, seats));
      }
    }
    const done = counts.created + counts.updated;
    await record(job.ctx, { run: [progress(job, { status: "applying", done })] });
  }
  return counts;
}

/** Puts the contacts into their campaign. One that is over by now refuses the file. */
async function join(tx: Tx, { ctx, id }: Job, campaignId: string): Promise<number> {
  try {
    return await joinCampaign(tx, ctx, campaignId, keptSeats(tx, ctx, id));
  } catch (error) {
    if (error instanceof AppError && (error.code === "invalid_state" || error.code === "not_found"))
      throw refused("campaign_over", "The campaign takes no contacts any more.");
    throw error;
  }
}

/**
 * Takes the file in: one transaction, all or nothing. `busy`: another import of the workspace is being taken in.
 * `over`: it was done meanwhile. Throws `FileRefused`.
 */
export async function applyFile(job: Job, checked: Checked): Promise<"applied" | "busy" | "over"> {
  const { ctx, id, kind, campaignId } = job;
  return mutate(ctx, async (tx) => {
    if (!(await lock(tx, job))) return { result: "busy", audit: null };
    const state = await tx.one(
      db
        .selectFrom("imports")
        .select("status")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    if (state === undefined || ["completed", "failed"].includes(state.status))
      return { result: "over", audit: null };
    const counts = await applyAll(tx, job, checked);
    const audit: AuditEvent[] = [];
    if (campaignId !== null) {
      const count = await join(tx, job, campaignId);
      const after = { environment: ctx.environment, count, import_id: id };
      audit.push({ action: "campaign.contacts_added", target: campaignId, after });
    }
    const { created, updated, consents } = counts;
    const merged = checked.rows - created - updated;
    const done = { status: "completed", done: checked.rows, created, updated, merged } as const;
    await tx.batch(progress(job, { ...done, completed_at: ctx.now() }), removeFile(ctx, id));
    const after = { environment: ctx.environment, rows: checked.rows, created, updated, merged, consents };
    audit.push({ action: `${kind}.imported`, target: id, after });
    return { result: "applied" as const, audit };
  });
}
