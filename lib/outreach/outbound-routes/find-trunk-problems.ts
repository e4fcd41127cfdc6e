import type { Ctx } from "@/lib/platform/context";
import { db, type QueryRunner } from "@/lib/platform/db";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";

type Reader = Pick<Ctx, "workspaceId"> & { readonly db: QueryRunner };

/** Finds trunks of an order that are no live SIP trunks of the workspace, or that it names twice. `pointer`: the order's field. */
export async function findTrunkProblems(
  { workspaceId, db: read }: Reader,
  orders: readonly { pointer: string; trunkIds: readonly string[] }[],
): Promise<ErrorDetail[]> {
  const ids = [...new Set(orders.flatMap(({ trunkIds }) => trunkIds))];
  if (ids.length === 0) return [];
  const rows = await read.all(
    db
      .selectFrom("integrations")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", ids)
      .where("kind", "=", "sip")
      .where("environment", "=", "live"),
  );
  const trunks = new Set(rows.map(({ id }) => id));
  return orders.flatMap(({ pointer, trunkIds }) =>
    trunkIds.flatMap((id, index) => {
      if (trunkIds.indexOf(id) < index) return [bodyProblem(`${pointer}/${index}`, "trunk_repeated")];
      return trunks.has(id) ? [] : [bodyProblem(`${pointer}/${index}`, "unknown_trunk")];
    }),
  );
}
