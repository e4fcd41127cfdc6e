import { sql } from "kysely";
import { db } from "@/lib/platform/db";
import { storedDocument } from "@/lib/platform/stored-document";
import { type CostLimits, type SetCostLimits, StoredCostLimits } from "./schema";

/** The stored limits of a workspace. */
export const costLimitsDocument = storedDocument<SetCostLimits>({
  name: "cost limits",
  schema: StoredCostLimits,
});

/** The revision before the first change: the default of the column. */
const FIRST_REVISION = "00000000-0000-0000-0000-000000000000";
/** Amount that a call reserves before limits were set, as `cost_reservation` of prisma/sql/costs.sql has it. */
const DEFAULT_RESERVATION = "0.25";

type Row = {
  limits: unknown;
  revision: string | null;
  changed_at: string | null;
  used_today: string;
  used_this_month: string;
};

/** Selects a workspace's limits with its use. `now`: RFC 3339. Without limits, the row has no revision. */
export const selectCostLimits = (workspaceId: string, now: string) =>
  db
    .selectFrom("workspaces")
    .leftJoin("cost_limits", "cost_limits.workspace_id", "workspaces.id")
    .innerJoinLateral(
      sql<{ of_day: string; of_month: string }>`(select of_day, of_month from
        cost_used(workspaces.id, null, (${now}::timestamptz at time zone workspaces.timezone)::date, null))`.as(
        "used",
      ),
      (join) => join.onTrue(),
    )
    .select([
      "cost_limits.limits",
      "cost_limits.revision",
      "cost_limits.changed_at",
      sql<string>`trim_scale(used.of_day)::text`.as("used_today"),
      sql<string>`trim_scale(used.of_month)::text`.as("used_this_month"),
    ])
    .where("workspaces.id", "=", workspaceId);

export function toCostLimits({ limits, revision, changed_at, used_today, used_this_month }: Row): CostLimits {
  const use = { used_today, used_this_month };
  if (revision === null)
    return {
      currency: null,
      per_day: null,
      per_month: null,
      reserve_per_call: DEFAULT_RESERVATION,
      ...use,
      revision: FIRST_REVISION,
      changed_at,
    };
  return { ...costLimitsDocument.read(limits), ...use, revision, changed_at };
}
