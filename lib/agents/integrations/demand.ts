import { type RawBuilder, sql } from "kysely";
import { splitId } from "@/lib/agents/models/schema";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db, type Reading } from "@/lib/platform/db";
import { SPEECH_KINDS } from "./read";

/** Whether a workspace demands providers that keep nothing, for a query of the caller's. */
export const demandsZeroRetention = (workspaceId: string): RawBuilder<boolean> =>
  sql`coalesce((select (settings->>'require_zero_retention')::boolean from workspaces where id = ${workspaceId}), false)`;

const BUILTIN = "builtin";

/**
 * Which providers of these ids (`<provider>:<name>`) a conversation may not use now, as the workspace demands such that
 * keep nothing and it is not known of them. Asks nothing where all is built in.
 */
export async function refusedByDemand(
  ctx: Pick<Ctx, "workspaceId"> & { readonly db: Reading },
  ids: readonly string[],
  environment: Environment,
): Promise<string[]> {
  const names = [...new Set(ids.map((id) => splitId(id).provider))].filter((name) => name !== BUILTIN);
  if (names.length === 0) return [];
  const rows = await ctx.db.all(
    db
      .selectFrom("integrations")
      .select("name")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", environment)
      .where("kind", "in", ["model", ...SPEECH_KINDS])
      .where("name", "in", names)
      .where(sql<boolean>`not coalesce((settings->>'zero_retention')::boolean, false)`)
      .where(demandsZeroRetention(ctx.workspaceId))
      .orderBy("name"),
  );
  return rows.map(({ name }) => name);
}
