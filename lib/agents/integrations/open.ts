import { type OpenIntegration, settingsDocument } from "@/lib/agents/providers";
import { kindsOf, type Service } from "@/lib/agents/providers/schema";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { openSecret } from "./secret";
import { requiresZeroRetention } from "./zero-retention-requirement";

/** A row with its sealed secret. */
type SealedRow = { id: string; kind: string; hosts: string[]; settings: unknown; secret: Buffer };

/** Opens the secret of a row. */
export async function openRow(workspaceId: string, row: SealedRow): Promise<OpenIntegration> {
  const { id, kind, hosts, settings, secret } = row;
  return {
    kind,
    hosts,
    settings: settingsDocument.read(settings),
    secret: await openSecret(workspaceId, id, secret),
  };
}

/** Opens an integration of any kind, for a check; undefined if it does not exist. */
export async function openIntegration(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
): Promise<OpenIntegration | undefined> {
  const row = await ctx.db.first(
    db
      .selectFrom("integrations")
      .select(["id", "kind", "hosts", "settings", "secret"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id),
  );
  return row && openRow(ctx.workspaceId, row);
}

/** Selects the sealed row of the provider of that name that a conversation has chosen for a service. */
export const selectChosenProvider = (
  workspaceId: string,
  service: Service,
  { name, environment }: { name: string; environment: Environment },
) =>
  db
    .selectFrom("integrations")
    .select(["id", "kind", "hosts", "settings", "secret", requiresZeroRetention(workspaceId).as("demands")])
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where("name", "=", name)
    .where("kind", "in", kindsOf(service));
