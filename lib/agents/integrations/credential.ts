import { type ToolCredential, toolCredentialOf } from "@/lib/agents/providers";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { openRow } from "./open";
import type { IntegrationRow } from "./read";

/**
 * Finds the integration that a tool uses in an environment: the named one, or the one of the same name and
 * kind there. Undefined if there is none.
 */
export function findCounterpart<R extends Pick<IntegrationRow, "id" | "name" | "kind" | "environment">>(
  rows: readonly R[],
  id: string,
  environment: Environment,
): R | undefined {
  const named = rows.find((row) => row.id === id);
  return rows.find(
    (row) => row.environment === environment && row.name === named?.name && row.kind === named.kind,
  );
}

/**
 * Opens the credential that a tool names, for a call of this environment (product.md, Tools: test calls use a
 * test credential or none). Undefined if there is none.
 */
export async function openCredential(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
  environment: Environment,
): Promise<ToolCredential | undefined> {
  const ofWorkspace = db.selectFrom("integrations").where("workspace_id", "=", ctx.workspaceId);
  const rows = await ctx.db.all(
    ofWorkspace
      .select(["id", "name", "kind", "environment", "hosts", "settings", "secret"])
      .where("name", "in", ofWorkspace.select("name").where("id", "=", id)),
  );
  const row = findCounterpart(rows, id, environment);
  return row === undefined ? undefined : toolCredentialOf(await openRow(ctx.workspaceId, row));
}
