import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { EARLIEST, LATEST } from "./schema";

/** Calls that one statement counts anew: some seconds, of thirty that it may take (lib/platform/db/pool.ts). */
const CALLS = 10_000;
const QUARTER_MS = 15 * 60_000;

/** Whole quarters of an hour of one environment, from one moment until before another. */
export type Stretch = { environment: Environment; from: string; to: string };

/** All time in stretches, each with at most so many calls, or of one quarter of an hour: one after the other, as they are asked for. */
export async function* stretchesOf(ctx: Pick<Ctx, "workspaceId" | "db">): AsyncGenerator<Stretch> {
  for (const environment of ["live", "test"] as const)
    for (let from: string = EARLIEST; from < LATEST; ) {
      const next = await ctx.db.one(
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
