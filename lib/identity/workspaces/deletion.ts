import { sql } from "kysely";
import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { forgetWorkspaceKeys } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, bodyError, notFound } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import type { DeleteWorkspace, WorkspaceDeletion } from "./schema";

/** Source: product.md and api.md, a grace period of seven days. */
const GRACE_MS = 7 * 24 * 3_600_000;

const selectDeletion = (id: string) =>
  db
    .selectFrom("workspaces")
    .select(["id", "name", "delete_after", "deletion_requested_at", "deletion_requested_by"])
    .where("id", "=", id);
type Row = {
  id: string;
  name: string;
  delete_after: string | null;
  deletion_requested_at: string | null;
  deletion_requested_by: string | null;
};

const toDeletion = ({
  id,
  name,
  delete_after,
  deletion_requested_at,
  deletion_requested_by,
}: Row): WorkspaceDeletion => ({
  id,
  name,
  deletion:
    delete_after === null || deletion_requested_at === null
      ? null
      : { requested_at: deletion_requested_at, requested_by: deletion_requested_by ?? "", delete_after },
});

/** Reads whether and when the workspace will be deleted. Also works while the workspace is locked. */
export async function readWorkspaceDeletion(
  ctx: Pick<Ctx, "workspaceId" | "db">,
): Promise<WorkspaceDeletion> {
  const row = await ctx.db.first(selectDeletion(ctx.workspaceId));
  if (row === undefined) throw notFound();
  return toDeletion(row);
}

/**
 * Throws `invalid_state` if a call or contact is under a legal hold, which also blocks deletion of the
 * workspace.
 */
async function requireNoHold(tx: Tx, workspaceId: string): Promise<void> {
  const existsHold = (table: "calls" | "contacts") =>
    sql`EXISTS (SELECT FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND legal_hold IS NOT NULL)`;
  const row = await tx.first(
    db.selectNoFrom(sql<boolean>`${existsHold("calls")} OR ${existsHold("contacts")}`.as("stands")),
  );
  if (row?.stands === true) throw new AppError("deletion_blocked_by_hold");
}

/**
 * Schedules the workspace's deletion in seven days. The caller confirms it by the workspace's name. The
 * workspace is locked immediately: it answers no requests, makes no calls, sends nothing, runs no jobs, and
 * its keys stop working. An owner can restore it until then. A repeated request returns the same result.
 * Throws 400 for a wrong name, `precondition_failed`, and `invalid_state` if a legal hold prevents it.
 */
export async function deleteWorkspace(
  ctx: Ctx,
  { name }: DeleteWorkspace,
  ifMatch: IfMatch = null,
): Promise<WorkspaceDeletion> {
  const { workspaceId } = ctx;
  const result = await writeAudited(ctx, async (tx) => {
    const row = await tx.first(selectDeletion(workspaceId).select("revision").forNoKeyUpdate());
    if (row === undefined) throw notFound();
    requireMatch(ifMatch, row, "workspace");
    if (row.name !== name) throw bodyError("/name", "workspace_name_differs");
    if (row.delete_after !== null) return { result: toDeletion(row), audit: null };
    await requireNoHold(tx, workspaceId);
    const now = ctx.now();
    const deletion = {
      delete_after: plusMs(now, GRACE_MS),
      deletion_requested_at: now,
      deletion_requested_by: ctx.actor.id,
    };
    await tx.all(db.updateTable("workspaces").set(deletion).where("id", "=", workspaceId));
    const after = { delete_after: deletion.delete_after };
    return {
      result: toDeletion({ ...row, ...deletion }),
      audit: { action: "workspace.deletion_requested", target: workspaceId, after },
    };
  });
  forgetWorkspaceKeys(workspaceId);
  return result;
}

/**
 * Cancels the deletion. The workspace is unlocked and its pending jobs resume within 30 s in every process.
 * Has no effect if no deletion is scheduled. Throws `invalid_state` once the grace period is over by the
 * database's clock, as the keys may already be destroyed.
 */
export async function restoreWorkspace(ctx: Ctx): Promise<WorkspaceDeletion> {
  const { workspaceId } = ctx;
  const result = await writeAudited(ctx, async (tx) => {
    const row = await tx.first(
      selectDeletion(workspaceId)
        .select(sql<boolean>`coalesce(delete_after <= now(), false)`.as("over"))
        .forNoKeyUpdate(),
    );
    if (row === undefined) throw notFound();
    if (row.over) throw new AppError("deletion_deadline_passed");
    if (row.delete_after === null) return { result: toDeletion(row), audit: null };
    const cleared = { delete_after: null, deletion_requested_at: null, deletion_requested_by: null };
    await tx.all(db.updateTable("workspaces").set(cleared).where("id", "=", workspaceId));
    return {
      result: toDeletion({ ...row, ...cleared }),
      audit: {
        action: "workspace.restored",
        target: workspaceId,
        before: { delete_after: row.delete_after },
      },
    };
  });
  forgetWorkspaceKeys(workspaceId);
  return result;
}
