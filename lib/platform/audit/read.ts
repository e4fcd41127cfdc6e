import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { listPage, type Order, type Page } from "@/lib/platform/db/page";
import type { AuditEntry, AuditQuery } from "./schema";

/** By sequence number, which does not depend on a clock. */
const NEWEST_FIRST: Order = { column: "seq", kind: "number", direction: "desc" };

/**
 * Reads a page of the workspace's audit log, newest first. Throws a `validation_error` for an invalid cursor.
 */
export async function listAudit(ctx: Ctx, filters: AuditQuery): Promise<Page<AuditEntry>> {
  let query = db
    .selectFrom("audit_events")
    .select(["id", "seq", "at", "actor_type", "actor_id", "action", "target"])
    .select(["before", "after", "address", "request_id", "hash"])
    .where("workspace_id", "=", ctx.workspaceId);
  for (const column of ["action", "actor_id", "target"] as const) {
    const value = filters[column];
    if (value !== undefined) query = query.where(column, "=", value);
  }
  if (filters.created_after !== undefined) query = query.where("at", ">=", filters.created_after);
  if (filters.created_before !== undefined) query = query.where("at", "<", filters.created_before);
  const page = await listPage(ctx, query, filters, NEWEST_FIRST);
  return { ...page, data: page.data.map(presentEntry) };
}

type Row = Omit<AuditEntry, "actor" | "hash" | "before" | "after"> & {
  actor_type: string;
  actor_id: string;
  before: unknown;
  after: unknown;
  hash: Buffer;
};

function presentEntry({ actor_type, actor_id, hash, ...row }: Row): AuditEntry {
  return {
    ...row,
    before: row.before as AuditEntry["before"],
    after: row.after as AuditEntry["after"],
    actor: { type: actor_type as AuditEntry["actor"]["type"], id: actor_id },
    hash: hash.toString("hex"),
  };
}
