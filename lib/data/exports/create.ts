import { sql } from "kysely";
import { readContact } from "@/lib/contacts/contacts";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { createSubjectKey } from "@/lib/platform/crypto";
import { db, json } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { parseFilters } from "@/lib/platform/parse-filters";
import { enqueueExport, newObject, readExport } from "./row";
import { type CreateExport, type Export, FILTERS } from "./schema";

/** Maximum exports in progress, as each keeps a worker busy for minutes. */
const MAX_OPEN = 5;

type ExportDefinition = Pick<Export, "resource" | "format"> & { filters: Record<string, unknown> };

/** Locks the creation of exports, so that simultaneous requests are counted one after another. */
const lockExports = ({ workspaceId, environment }: Ctx) =>
  db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended(${`exports:${workspaceId}:${environment}`}, 0))`.as("locked"),
  );

async function store(ctx: Ctx, { resource, format, filters }: ExportDefinition): Promise<Export> {
  const { workspaceId, environment } = ctx;
  const now = ctx.now();
  const id = newId("exp", Date.parse(now));
  const subject = await createSubjectKey(workspaceId, id, now);
  await writeAudited(ctx, async (tx) => {
    await tx.first(lockExports(ctx));
    const open = await tx.first(
      db
        .selectFrom("exports")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("workspace_id", "=", workspaceId)
        .where("environment", "=", environment)
        .where("status", "in", ["queued", "running"]),
    );
    if ((open?.count ?? 0) >= MAX_OPEN) throw new AppError("too_many_exports", { params: { max: MAX_OPEN } });
    await tx.batch(
      subject.insert,
      db.insertInto("exports").values({
        id,
        workspace_id: workspaceId,
        environment,
        resource,
        format,
        filters: json(filters),
        object: newObject(),
        created_by: ctx.actor.id,
        created_at: now,
      }),
      enqueueExport(workspaceId, id, now),
    );
    return {
      result: undefined,
      audit: { action: "export.created", target: id, after: { environment, resource, format, filters } },
    };
  });
  return readExport(ctx, id);
}

/**
 * Requests a file of records of the context's environment, which a job writes. The file is sealed with a
 * separate key, so that destroying the key destroys the file. Throws 400 for an invalid filter, and 409 for
 * too many exports in progress.
 */
export async function createExport(ctx: Ctx, { resource, format, filters }: CreateExport): Promise<Export> {
  return store(ctx, { resource, format, filters: parseFilters(FILTERS[resource], filters, "filters") });
}

/**
 * Requests a file of all data of one contact in the environment, as masked JSON Lines: contact, consents,
 * calls with transcripts, variables and comments, recordings of the calls, campaigns, texts, callbacks, deletions.
 * Throws `not_found`, and 409 for too many exports in progress.
 */
export async function requestAccess(ctx: Ctx, ref: string): Promise<Export> {
  const { id } = await readContact(ctx, ref);
  return store(ctx, { resource: "contact", format: "jsonl", filters: { contact: id } });
}
