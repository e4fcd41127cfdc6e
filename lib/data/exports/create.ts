import { readContact } from "@/lib/contacts/contacts";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { newSubject } from "@/lib/platform/crypto";
import { db, json } from "@/lib/platform/db";
import { AppError, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { newObject, readExport } from "./row";
import { type CreateExport, type Export, FILTERS } from "./schema";

/** Each keeps a worker busy for minutes; who needs more waits for one to end. */
const MAX_OPEN = 5;

/** The filters of the resource's list. Throws a 400 that names the one that is none. */
function filtersOf({ resource, filters }: CreateExport): Record<string, unknown> {
  const read = FILTERS[resource].safeParse(filters);
  if (read.success) return read.data;
  throw validationError(
    read.error.issues.map((issue) => ({
      in: "body",
      pointer: ["/filters", ...issue.path, ...("keys" in issue ? [issue.keys[0]] : [])].map(String).join("/"),
      code: issue.code === "unrecognized_keys" ? "unknown_field" : "invalid_format",
      message:
        issue.code === "unrecognized_keys" ? "This list has no such filter for an export." : issue.message,
    })),
  );
}

type Wanted = Pick<Export, "resource" | "format"> & { filters: Record<string, unknown> };

async function store(ctx: Ctx, { resource, format, filters }: Wanted): Promise<Export> {
  const { workspaceId, environment } = ctx;
  const now = ctx.now();
  const id = newId("exp", Date.parse(now));
  const subject = await newSubject(workspaceId, id, now);
  await mutate(ctx, async (tx) => {
    const open = await tx.one(
      db
        .selectFrom("exports")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("workspace_id", "=", workspaceId)
        .where("environment", "=", environment)
        .where("status", "in", ["queued", "running"]),
    );
    if ((open?.count ?? 0) >= MAX_OPEN)
      throw new AppError("conflict", `${MAX_OPEN} exports are under way. Wait for one to end.`);
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
      enqueue("export.run", { workspaceId, exportId: id }, { key: `export:${id}`, runAt: now }),
    );
    return {
      result: undefined,
      audit: { action: "export.created", target: id, after: { environment, resource, format, filters } },
    };
  });
  return readExport(ctx, id);
}

/**
 * Asks for a file of records of the context's environment; a job writes it. It is sealed under a key of its own, so that
 * what destroys the key destroys the file. Throws 400 for a filter that is none, 409 where too many are under way.
 */
export const createExport = async (ctx: Ctx, input: CreateExport): Promise<Export> =>
  store(ctx, { resource: input.resource, format: input.format, filters: filtersOf(input) });

/**
 * Asks for a file of everything that is held on one contact of the environment, as JSON Lines, masked as everywhere: the
 * record, what they consented to, calls with their transcripts and variables, recordings by their calls, campaigns, texts,
 * callbacks, erasures. Throws `not_found`, 409 where too many exports are under way.
 */
export async function requestAccess(ctx: Ctx, ref: string): Promise<Export> {
  const { id } = await readContact(ctx, ref);
  return store(ctx, { resource: "contact", format: "jsonl", filters: { contact: id } });
}
