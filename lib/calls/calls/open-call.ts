import type { StoredTurn } from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersFromRows } from "@/lib/platform/crypto";
import { compileOnce, type QueryRunner } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { groupBy } from "@/lib/platform/group-by";
import { openTurn } from "./open-stored";
import { type CallRow, type FullRow, type ShownRow, toCallRow, toFullRow, toShownRow } from "./row";
import {
  selectCall,
  selectCallItems,
  selectShownCall,
  selectShownCalls,
  selectTurns,
  selectTurnsOfCalls,
} from "./select";

/** A call's row with its sealer and running turns. `sealer` is undefined if the key is destroyed. */
export type OpenedCall<Row = FullRow> = { row: Row; sealer: Sealer | undefined; turns: StoredTurn[] };

/** The workspace and environment to read from. */
export type CallScope = Pick<Ctx, "workspaceId" | "environment">;

type CallKey = { workspaceId: string; environment: string; id: string };
const callQuery = compileOnce(({ workspaceId, environment, id }: CallKey) =>
  selectCall(workspaceId, environment, id),
);
const turnsQuery = compileOnce(({ workspaceId, id }: Omit<CallKey, "environment">) =>
  selectTurns(workspaceId, id),
);

/** The two queries whose rows `openCallFromRows` reads. */
export const callQueries = ({ workspaceId, environment }: CallScope, id: string) =>
  [callQuery({ workspaceId, environment, id }), turnsQuery({ workspaceId, id })] as const;

/** Opens the rows of `callQueries`. Throws `not_found`. */
export async function openCallFromRows(
  ctx: CallScope,
  [row]: readonly object[],
  sealedTurns: readonly SealedTurn[],
): Promise<OpenedCall> {
  if (row === undefined) throw notFound();
  return openRow(ctx, toFullRow(row as FullRow), sealedTurns);
}

async function openRow<Row extends CallRow>(
  ctx: CallScope,
  row: Row,
  sealedTurns: readonly SealedTurn[],
): Promise<OpenedCall<Row>> {
  const sealer = (await sealersFromRows(ctx.workspaceId, [row])).get(row.subject_id);
  const turns = sealer === undefined ? [] : sealedTurns.map((turn) => openTurn(sealer, row.id, turn));
  return { row, sealer, turns };
}
type SealedTurn = { index: number; sealed: Buffer };

/** Opens a call of this environment. Throws `not_found`. */
export async function openCall(ctx: CallScope & Pick<Ctx, "db">, id: string): Promise<OpenedCall> {
  const [rows, sealedTurns] = await ctx.db.batch(...callQueries(ctx, id));
  return openCallFromRows(ctx, rows, sealedTurns);
}

const callsQuery = compileOnce(({ workspaceId, environment, ids }: CallKeys) =>
  selectShownCalls(workspaceId, environment, ids),
);
const callItemsQuery = compileOnce(({ workspaceId, environment, ids }: CallKeys) =>
  selectCallItems(workspaceId, environment, ids),
);
const turnsOfCallsQuery = compileOnce(({ workspaceId, ids }: Omit<CallKeys, "environment">) =>
  selectTurnsOfCalls(workspaceId, ids),
);
type CallKeys = { workspaceId: string; environment: string; ids: readonly string[] };

async function openEach<Row extends CallRow>(
  ctx: CallScope & { db: QueryRunner },
  ids: readonly string[],
  query: typeof callsQuery | typeof callItemsQuery,
  parse: (row: Row) => Row,
): Promise<Map<string, () => Promise<OpenedCall<Row>>>> {
  const { workspaceId, environment } = ctx;
  const [rows, turns] = await ctx.db.batch(
    query({ workspaceId, environment, ids }),
    turnsOfCallsQuery({ workspaceId, ids }),
  );
  const sealedTurns = groupBy(turns, ({ call_id }) => call_id);
  return new Map(
    (rows as unknown as Row[]).map((row) => [
      row.id,
      async () => openRow(ctx, parse(row), sealedTurns.get(row.id) ?? []),
    ]),
  );
}

/**
 * Reads calls of this environment in one round trip. Missing calls are omitted. Each is opened on demand, so
 * that one that does not open affects no other.
 */
export const openCalls = (ctx: CallScope & Pick<Ctx, "db">, ids: readonly string[]) =>
  openEach<ShownRow>(ctx, ids, callsQuery, toShownRow);

const shownCallQuery = compileOnce(({ workspaceId, environment, id }: CallKey) =>
  selectShownCall(workspaceId, environment, id),
);

/** Opens what a call's reader sees. Throws `not_found`. */
export async function openShownCall(
  ctx: CallScope & Pick<Ctx, "db">,
  id: string,
): Promise<OpenedCall<ShownRow>> {
  const { workspaceId, environment } = ctx;
  const [[row], turns] = await ctx.db.batch(
    shownCallQuery({ workspaceId, environment, id }),
    turnsQuery({ workspaceId, id }),
  );
  if (row === undefined) throw notFound();
  return openRow(ctx, toShownRow(row as unknown as ShownRow), turns);
}

/** The same for list items: neither transcript nor configuration of settled calls is read. */
export const openCallItems = (ctx: CallScope & { db: QueryRunner }, ids: readonly string[]) =>
  openEach<CallRow>(ctx, ids, callItemsQuery, toCallRow);
