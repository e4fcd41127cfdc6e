import { sql } from "kysely";
import { db, type Tx } from "@/lib/platform/db";
import { NOTHING } from "./row";
import type { Removed } from "./schema";
import {
  anyOf,
  type Calls,
  callbacksTo,
  type Scope,
  SEALED,
  selectCallbacksOf,
  selectCommentsOn,
  selectRecordingsOf,
  textsOf,
  variablesOf,
} from "./scope";
import { selectDeferredTexts } from "./target";

const byteLength = (...columns: string[]) =>
  sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  );
const summed = (parts: ReturnType<typeof byteLength>) => sql<number>`coalesce(sum(${parts}), 0)::bigint`;
const n = sql<number>`count(*)::int`.as("n");
const number = (value: unknown) => Number(value ?? 0);
const total = (...rows: readonly ({ bytes: unknown } | undefined)[]) =>
  rows.reduce((sum, row) => sum + number(row?.bytes), 0);

/** Counts the calls and their data before the removal. */
export async function countCalls(tx: Tx, scope: Calls): Promise<Removed> {
  const { workspaceId, ids } = scope;
  const [[call], [turn], [callback], [comment]] = await tx.batch(
    db
      .selectFrom("calls")
      .select(({ fn }) => [
        n,
        fn.count<number>("transcript").as("transcripts"),
        sql<number>`(count(*) filter (where variables is not null or initial_variables is not null))::int`.as(
          "variables",
        ),
        sql<number>`coalesce(sum(cardinality(words)), 0)::bigint`.as("search_hashes"),
        summed(byteLength(...SEALED)).as("bytes"),
      ])
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", anyOf(ids)),
    db
      .selectFrom("call_turns")
      .select([sql<number>`count(distinct call_id)::int`.as("n"), summed(byteLength("sealed")).as("bytes")])
      .where("workspace_id", "=", workspaceId)
      .where("call_id", "=", anyOf(ids)),
    selectCallbacksOf(scope).select([n, summed(byteLength("number", "reason")).as("bytes")]),
    selectCommentsOn(scope).select(summed(byteLength("text")).as("bytes")),
  );
  return {
    ...NOTHING,
    calls: number(call?.n),
    transcripts: number(call?.transcripts) + number(turn?.n),
    variables: number(call?.variables),
    search_hashes: number(call?.search_hashes),
    callbacks: number(callback?.n),
    bytes: total(call, turn, callback, comment),
  };
}

/** Counts the other data before the removal. */
export async function countRest(tx: Tx, scope: Scope): Promise<Removed> {
  const [[sound], [text], [held], [callback], [variable]] = await tx.batch(
    selectRecordingsOf(scope)
      .select([n, sql<number>`coalesce(sum(bytes), 0)::bigint`.as("bytes")])
      .where("recordings.state", "!=", "removing"),
    textsOf(scope).select([n, summed(byteLength("body")).as("bytes")]),
    selectDeferredTexts(scope, scope.row).select([n, summed(byteLength("sealed")).as("bytes")]),
    callbacksTo(scope).select([n, summed(byteLength("number", "reason")).as("bytes")]),
    variablesOf(scope).select([n, summed(byteLength("variables")).as("bytes")]),
  );
  return {
    ...NOTHING,
    recordings: number(sound?.n),
    texts: number(text?.n) + number(held?.n),
    callbacks: number(callback?.n),
    campaign_variables: number(variable?.n),
    bytes: total(sound, text, held, callback, variable),
  };
}
