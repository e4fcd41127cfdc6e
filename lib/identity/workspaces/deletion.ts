import { sql } from "kysely";
import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { forgetWorkspaceKeys } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound, validationError } from "@/lib/platform/errors";
import type { DeleteWorkspace, WorkspaceDeletion } from "./schema";

/** Source: product.md and api.md: seven days' grace. */
const GRACE_MS = 7 * 24 * 3_600_000;

const select = (id: string) =>
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

const show = ({
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

/** Whether and when the workspace is deleted; it is asked of a locked one too. */
export async function readWorkspaceDeletion(
  ctx: Pick<Ctx, "workspaceId" | "db">,
): Promise<WorkspaceDeletion> {
  const row = await ctx.db.one(select(ctx.workspaceId));
  if (row === undefined) throw notFound();
  return show(row);
}

/** A legal hold stands against the whole as it does against a part. */
async function requireNoHold(tx: Tx, workspaceId: string): Promise<void> {
  const held = (table: "calls" | "contacts") =>
    sql`EXISTS (SELECT FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND legal_hold IS NOT NULL)`;
  const row = await tx.one(
    db.selectNoFrom(sql<boolean>`${held("calls")} OR ${held("contacts")}`.as("stands")),
  );
  if (row?.stands === true)
    throw new AppError(
      "invalid_state",
      "A legal hold on a contact or a call stands against it. Release every hold first.",
    );
}

/**
 * Has the workspace deleted in seven days, by its name. From now on it is locked: nothing of it is answered, called, sent
 * or run, and its keys open nothing; an owner can restore it until then. Asked again, it answers the same. Throws 400 for
 * another name, `invalid_state` where a legal hold stands against it.
 */
export async function deleteWorkspace(ctx: Ctx, { name }: DeleteWorkspace): Promise<WorkspaceDeletion> {
  const { workspaceId } = ctx;
  const result = await mutate(ctx, async (tx) => {
    const row = await tx.one(select(workspaceId).forUpdate());
    if (row === undefined) throw notFound();
    if (row.name !== name)
      throw validationError([
        {
          in: "body",
          pointer: "/name",
          code: "not_its_name",
          message: "Give the workspace's name as it is.",
        },
      ]);
    if (row.delete_after !== null) return { result: show(row), audit: null };
    await requireNoHold(tx, workspaceId);
    const now = ctx.now();
    const asked = {
      delete_after: plusMs(now, GRACE_MS),
      deletion_requested_at: now,
      deletion_requested_by: ctx.actor.id,
    };
    await tx.all(db.updateTable("workspaces").set(asked).where("id", "=", workspaceId));
    const after = { delete_after: asked.delete_after };
    return {
      result: show({ ...row, ...asked }),
      audit: { action: "workspace.deletion_requested", target: workspaceId, after },
    };
  });
  forgetWorkspaceKeys(workspaceId);
  return result;
}

/**
 * Takes the deletion back: everything of the workspace is as it was, and what waited goes on, in every process within
 * 30 s. One that is not to be deleted stays as it is. Throws `invalid_state` once the time is over, by the database's
 * clock, as then its keys may be gone.
 */
export async function restoreWorkspace(ctx: Ctx): Promise<WorkspaceDeletion> {
  const { workspaceId } = ctx;
  const result = await mutate(ctx, async (tx) => {
    const row = await tx.one(
      select(workspaceId).select(sql<boolean>`coalesce(delete_after <= now(), false)`.as("over")).forUpdate(),
    );
    if (row === undefined) throw notFound();
    if (row.over)
      throw new AppError("invalid_state", "The seven days are over: the workspace is being destroyed.");
    if (row.delete_after === null) return { result: show(row), audit: null };
    const kept = { delete_after: null, deletion_requested_at: null, deletion_requested_by: null };
    await tx.all(db.updateTable("workspaces").set(kept).where("id", "=", workspaceId));
    return {
      result: show({ ...row, ...kept }),
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
