import type { Ctx } from "@/lib/context";
import type { KeptTurn } from "@/lib/conversation";
import { type Sealer, sealersOf } from "@/lib/crypto";
import { prepared } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { type FullRow, turnPlace } from "./row";
import { selectCall, selectTurns } from "./select";

/** A call with all that lies beside its row; `sealer` is missing where its key was destroyed. */
export type Opened = { row: FullRow; sealer: Sealer | undefined; turns: KeptTurn[] };

/** Who asks, and for which environment. */
export type Asking = Pick<Ctx, "workspaceId" | "environment">;

type OneCall = { workspaceId: string; environment: string; id: string };
const oneCall = prepared(({ workspaceId, environment, id }: OneCall) =>
  selectCall(workspaceId, environment, id),
);
const turnsOfCall = prepared(({ workspaceId, id }: Omit<OneCall, "environment">) =>
  selectTurns(workspaceId, id),
);

/** The two queries of which `openedFrom` reads the rows. */
export const callQueries = ({ workspaceId, environment }: Asking, id: string) =>
  [oneCall({ workspaceId, environment, id }), turnsOfCall({ workspaceId, id })] as const;

/** Opens what `callQueries` has found. Throws `not_found`. */
export async function openedFrom(
  ctx: Asking,
  [found]: readonly object[],
  boxes: readonly { index: number; sealed: Buffer }[],
): Promise<Opened> {
  if (found === undefined) throw notFound();
  const row = found as FullRow;
  const sealer = (await sealersOf(ctx.workspaceId, [row])).get(row.subject_id);
  const turns =
    sealer === undefined
      ? []
      : boxes.map(
          ({ index, sealed }) => JSON.parse(sealer.openText(turnPlace(row.id, index), sealed)) as KeptTurn,
        );
  return { row, sealer, turns };
}

/** Opens a call of this environment. Throws `not_found`. */
export async function openCall(ctx: Asking & Pick<Ctx, "db">, id: string): Promise<Opened> {
  const [rows, boxes] = await ctx.db.batch(...callQueries(ctx, id));
  return openedFrom(ctx, rows, boxes);
}
