import { type RawBuilder, sql } from "kysely";
import { splitId } from "@/lib/agents/models/schema";
import { kindsOf } from "@/lib/agents/providers/schema";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db, type QueryRunner } from "@/lib/platform/db";

/** Expression for a caller's query: whether a workspace requires zero retention of its providers. */
export const requiresZeroRetention = (workspaceId: string): RawBuilder<boolean> =>
  sql`coalesce((select (settings->>'require_zero_retention')::boolean from workspaces where id = ${workspaceId}), false)`;

const BUILTIN = "builtin";

/**
 * Returns the providers of these IDs (`<provider>:<name>`) that a conversation cannot use now, because the
 * workspace requires zero retention and they do not guarantee it. Built-in providers need no query.
 */
export async function findRetentionViolations(
  ctx: Pick<Ctx, "workspaceId"> & { readonly db: QueryRunner },
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
      .where("kind", "in", kindsOf("model", "speech"))
      .where("name", "in", names)
      .where(sql<boolean>`not coalesce((settings->>'zero_retention')::boolean, false)`)
      .where(requiresZeroRetention(ctx.workspaceId))
      .orderBy("name"),
  );
  return rows.map(({ name }) => name);
}
