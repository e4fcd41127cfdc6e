import type { Ctx } from "@/lib/context";
import { db, type Tx } from "@/lib/db";

/** `kept`: the zone of the days that there are; `timezone`: the workspace's now. `isNew`: nothing was ever counted here. */
type State = { kept: string; timezone: string; isNew: boolean };

/** Holds a workspace's roll-ups until the transaction ends: one at a time changes them, whoever settles a call does not. */
export async function holdState(tx: Tx, { workspaceId }: Pick<Ctx, "workspaceId">): Promise<State> {
  const workspace = await tx.one(
    db.selectFrom("workspaces").select("timezone").where("id", "=", workspaceId),
  );
  const timezone = workspace?.timezone ?? "UTC";
  const made = await tx.one(
    db
      .insertInto("analytics_state")
      .values({ workspace_id: workspaceId, timezone })
      .onConflict((oc) => oc.doNothing())
      .returning("workspace_id"),
  );
  const state = await tx.one(
    db.selectFrom("analytics_state").select("timezone").where("workspace_id", "=", workspaceId).forUpdate(),
  );
  return { kept: state?.timezone ?? timezone, timezone, isNew: made !== undefined };
}
