import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { EARLIEST, LATEST } from "./schema";

/** Calls counted per statement: some seconds of the thirty that it can take (lib/platform/db/pool.ts). */
const CALLS = 10_000;
const QUARTER_MS = 15 * 60_000;

/** Whole quarters of an hour of one environment; the end is exclusive. */
export type Period = { environment: Environment; from: string; to: string };

/** Yields all time in periods of at most `CALLS` calls, or of one quarter of an hour. */
export async function* periodsOf(ctx: Pick<Ctx, "workspaceId" | "db">): AsyncGenerator<Period> {
  for (const environment of ["live", "test"] as const)
    for (let from: string = EARLIEST; from < LATEST; ) {
      const next = await ctx.db.first(
        db
          .selectFrom("calls")
          .select(sql<string>`analytics_quarter(created_at)`.as("quarter"))
          .where("workspace_id", "=", ctx.workspaceId)
          .where("environment", "=", environment)
          .where("created_at", ">=", from)
          .orderBy("created_at")
          .orderBy("id")
          .offset(CALLS)
          .limit(1),
      );
      const quarter = next?.quarter ?? LATEST;
      const to = quarter > from ? quarter : plusMs(from, QUARTER_MS);
      yield { environment, from, to };
      from = to;
    }
}
