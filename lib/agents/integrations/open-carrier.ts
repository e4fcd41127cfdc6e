import { type Settings, settingsDocument } from "@/lib/agents/providers";
import type { KindOf } from "@/lib/agents/providers/schema";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { requiresCallEncryption } from "./call-encryption-requirement";
import { openSecret } from "./secret";
import { pausedUntil } from "./trunk-pause";

/** A carrier's integration with its settings, and the parts of its secret by name. */
type OpenCarrier = {
  id: string;
  environment: string;
  settings: Settings;
  secret: Awaited<ReturnType<typeof openSecret>>;
  /** Whether the workspace requires encrypted calls over SIP trunks. */
  isEncryptionRequired: boolean;
  /** Until when a SIP trunk is paused; null if it is not. */
  pausedUntil: string | null;
};

/** Opens a carrier's integration of one kind; undefined if it does not exist. */
export async function openCarrier(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
  kind: KindOf<"carrier">,
): Promise<OpenCarrier | undefined> {
  const row = await ctx.db.first(
    db
      .selectFrom("integrations")
      .select(["id", "environment", "settings", "secret"])
      .select(requiresCallEncryption(ctx.workspaceId).as("is_encryption_required"))
      .select(pausedUntil.as("paused_until"))
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("kind", "=", kind),
  );
  if (row === undefined) return undefined;
  return {
    id: row.id,
    environment: row.environment,
    settings: settingsDocument.read(row.settings),
    secret: await openSecret(ctx.workspaceId, row.id, row.secret),
    isEncryptionRequired: row.is_encryption_required,
    pausedUntil: row.paused_until,
  };
}
