import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";

/** The zone of days that are being made: no zone is called so, and whoever reads takes quarters of an hour instead. */
export const MAKING = "";

/** `kept`: the zone of the days that there are; `timezone`: the workspace's now; `isCounted`: every call of before is in. */
type State = { kept: string; timezone: string; isCounted: boolean };

/** Holds a workspace's roll-ups until the transaction ends: one at a time changes them, whoever settles a call does not. */
export async function holdState(tx: Tx, { workspaceId }: Pick<Ctx, "workspaceId">): Promise<State> {
  const workspace = await tx.one(
    db.selectFrom("workspaces").select("timezone").where("id", "=", workspaceId),
  );
  await tx.all(
    db
      .insertInto("analytics_state")
      .values({ workspace_id: workspaceId, timezone: MAKING })
      .onConflict((oc) => oc.doNothing()),
  );
  const state = await tx.one(
    db
      .selectFrom("analytics_state")
      .select(["timezone", "checked_at"])
      .where("workspace_id", "=", workspaceId)
      .forUpdate(),
  );
  return {
    kept: state?.timezone ?? MAKING,
    timezone: workspace?.timezone ?? "UTC",
    isCounted: (state?.checked_at ?? null) !== null,
  };
}

type Changes = { timezone: string } | { checked_at: string };
/** The statement that notes how far a workspace's roll-ups are. */
export const stateIs = ({ workspaceId }: Pick<Ctx, "workspaceId">, changes: Changes) =>
  db.updateTable("analytics_state").set(changes).where("workspace_id", "=", workspaceId);
