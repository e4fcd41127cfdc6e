import type { KeptTurn } from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersOf } from "@/lib/platform/crypto";
import { prepared } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { grouped } from "@/lib/platform/grouped";
import { type CallRow, type FullRow, turnPlace } from "./row";
import { selectCall, selectItems, selectTurns, selectTurnsOf, selectWhole } from "./select";

/** A call with all that lies beside its row; `sealer` is missing where its key was destroyed. */
export type Opened<Row = FullRow> = { row: Row; sealer: Sealer | undefined; turns: KeptTurn[] };

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
  boxes: readonly Box[],
): Promise<Opened> {
  if (found === undefined) throw notFound();
  return opened(ctx, found as FullRow, boxes);
}

async function opened<Row extends CallRow>(
  ctx: Asking,
  row: Row,
  boxes: readonly Box[],
): Promise<Opened<Row>> {
  const sealer = (await sealersOf(ctx.workspaceId, [row])).get(row.subject_id);
  const turns =
    sealer === undefined
      ? []
      : boxes.map(
          ({ index, sealed }) => JSON.parse(sealer.openText(turnPlace(row.id, index), sealed)) as KeptTurn,
        );
  return { row, sealer, turns };
}
type Box = { index: number; sealed: Buffer };

/** Opens a call of this environment. Throws `not_found`. */
export async function openCall(ctx: Asking & Pick<Ctx, "db">, id: string): Promise<Opened> {
  const [rows, boxes] = await ctx.db.batch(...callQueries(ctx, id));
  return openedFrom(ctx, rows, boxes);
}

const severalCalls = prepared(({ workspaceId, environment, ids }: Several) =>
  selectWhole(workspaceId, environment, ids),
);
const severalItems = prepared(({ workspaceId, environment, ids }: Several) =>
  selectItems(workspaceId, environment, ids),
);
const turnsOfCalls = prepared(({ workspaceId, ids }: Omit<Several, "environment">) =>
  selectTurnsOf(workspaceId, ids),
);
type Several = { workspaceId: string; environment: string; ids: readonly string[] };

async function openedEach<Row extends CallRow>(
  ctx: Asking & Pick<Ctx, "db">,
  ids: readonly string[],
  several: typeof severalCalls | typeof severalItems,
): Promise<Map<string, () => Promise<Opened<Row>>>> {
  const { workspaceId, environment } = ctx;
  const [rows, turns] = await ctx.db.batch(
    several({ workspaceId, environment, ids }),
    turnsOfCalls({ workspaceId, ids }),
  );
  const boxes = grouped(turns, ({ call_id }) => call_id);
  return new Map(
    (rows as unknown as Row[]).map((row) => [row.id, () => opened(ctx, row, boxes.get(row.id) ?? [])]),
  );
}

/**
 * Calls of this environment in one round trip, however many; those that are not there are missing. Each is opened as it
 * is asked for, so that one that does not open takes no other with it.
 */
export const openCalls = (ctx: Asking & Pick<Ctx, "db">, ids: readonly string[]) =>
  openedEach<FullRow>(ctx, ids, severalCalls);

/** The same as a list shows them: of a settled call neither its transcript nor its configuration is read. */
export const openItems = (ctx: Asking & Pick<Ctx, "db">, ids: readonly string[]) =>
  openedEach<CallRow>(ctx, ids, severalItems);
