import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";

/**
 * The stored time zone while days are recomputed. It is no zone's name, so readers use quarters of an hour
 * instead.
 */
export const REBUILDING = "";

/**
 * `storedZone`: the time zone of the stored days; `timezone`: the workspace's current one; `isCounted`: every
 * earlier call is included.
 */
type State = { storedZone: string; timezone: string; isCounted: boolean };

/**
 * Locks a workspace's roll-ups until the transaction ends. Only one process changes them at a time; settling
 * calls does not wait.
 */
export async function lockRollupState(tx: Tx, { workspaceId }: Pick<Ctx, "workspaceId">): Promise<State> {
  const workspace = await tx.first(
    db.selectFrom("workspaces").select("timezone").where("id", "=", workspaceId),
  );
  await tx.all(
    db
      .insertInto("analytics_state")
      .values({ workspace_id: workspaceId, timezone: REBUILDING })
      .onConflict((oc) => oc.doNothing()),
  );
  const state = await tx.first(
    db
      .selectFrom("analytics_state")
      .select(["timezone", "checked_at"])
      .where("workspace_id", "=", workspaceId)
      .forNoKeyUpdate(),
  );
  return {
    storedZone: state?.timezone ?? REBUILDING,
    timezone: workspace?.timezone ?? "UTC",
    isCounted: (state?.checked_at ?? null) !== null,
  };
}

type Changes = { timezone: string } | { checked_at: string };
/** Statement that stores the state of a workspace's roll-ups. */
export const updateStateStatement = ({ workspaceId }: Pick<Ctx, "workspaceId">, changes: Changes) =>
  db.updateTable("analytics_state").set(changes).where("workspace_id", "=", workspaceId);
