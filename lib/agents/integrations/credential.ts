import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { IntegrationRow } from "./read";
import { openSecret } from "./secret";
import { settingsDocument } from "./stored-settings";

/** A decrypted credential that authorizes requests, with the hosts that it can be sent to. */
export type OpenCredential = { hosts: string[] } & (
  | { kind: "bearer"; token: string }
  | { kind: "basic"; username: string; password: string }
  | { kind: "header"; name: string; value: string }
);

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
): Promise<OpenCredential | undefined> {
  const ofWorkspace = db.selectFrom("integrations").where("workspace_id", "=", ctx.workspaceId);
  const rows = await ctx.db.all(
    ofWorkspace
      .select(["id", "name", "kind", "environment", "hosts", "settings", "secret"])
      .where("name", "in", ofWorkspace.select("name").where("id", "=", id)),
  );
  const row = findCounterpart(rows, id, environment);
  if (row === undefined) return undefined;
  const secret = await openSecret(ctx.workspaceId, row.id, row.secret);
  const part = (name: string): string => secret[name] ?? "";
  switch (row.kind) {
    case "bearer":
      return { kind: "bearer", hosts: row.hosts, token: part("token") };
    case "basic":
      return { kind: "basic", hosts: row.hosts, username: part("username"), password: part("password") };
    case "header":
      return {
        kind: "header",
        hosts: row.hosts,
        name: settingsDocument.read(row.settings).header_name ?? "",
        value: part("value"),
      };
    default:
      return undefined;
  }
}
