import { sql } from "kysely";
import {
  isCostComplete,
  priceUses,
  selectPriceList,
  sumCosts,
  toCostLines,
  toPriceList,
} from "@/lib/agents/prices";
import { MAX_USAGE_ENTRIES, readUsage, toUses } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { groupBy } from "@/lib/platform/group-by";
import type { CallCost } from "./schema";

const DATE_CHARS = 10;

/** Use of a call: until it is settled, that of its session. */
const selectUsage = ({ workspaceId, environment }: Ctx, callId: string) =>
  db
    .selectFrom("calls")
    .leftJoin("call_sessions", (join) =>
      join
        .onRef("call_sessions.workspace_id", "=", "calls.workspace_id")
        .onRef("call_sessions.call_id", "=", "calls.id"),
    )
    .select([
      sql<unknown>`coalesce(call_sessions.usage, calls.usage)`.as("usage"),
      sql<string>`coalesce(calls.started_at, calls.created_at)`.as("began_at"),
      "calls.settled_at",
    ])
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "=", environment)
    .where("calls.id", "=", callId);

/** Calculates the cost of a call by the prices of its day. Throws `not_found`. */
export async function readCallCost(ctx: Ctx, id: string): Promise<CallCost> {
  const [[call], [list]] = await ctx.db.batch(selectUsage(ctx, id), selectPriceList(ctx.workspaceId));
  if (call === undefined) throw notFound();
  const { prices } = toPriceList(list);
  const entries = readUsage(call.usage);
  const day = call.began_at.slice(0, DATE_CHARS);
  const uses = priceUses(prices, toUses(entries, day));
  const ofTurns = [...groupBy(uses, ({ turn }) => turn)].flatMap(([turn, of]) =>
    turn === null ? [] : [{ turn_index: turn, lines: toCostLines(of) }],
  );
  const hasGap = entries.length >= MAX_USAGE_ENTRIES;
  return {
    call_id: id,
    priced_on: day,
    total: sumCosts(uses),
    is_complete: call.settled_at !== null && !hasGap && isCostComplete(uses),
    lines: toCostLines(uses),
    turns: ofTurns.toSorted((a, b) => a.turn_index - b.turn_index),
  };
}
