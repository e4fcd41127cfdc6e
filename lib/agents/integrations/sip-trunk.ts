import { sql } from "kysely";
import { settingsDocument } from "@/lib/agents/providers";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import type { SipTrunk } from "@/lib/platform/sip";
import { isEncryptionMissing, requiresCallEncryption } from "./call-encryption-requirement";
import { openCarrier } from "./open-carrier";
import { parseSipServer } from "./sip-server";
import { type TrunkSettings, trunkSettings } from "./trunk-settings";

/** A trunk of any workspace, without its password. */
export type TrunkEntry = {
  id: string;
  workspaceId: string;
  environment: Environment;
  settings: TrunkSettings;
};

/** A trunk with its decrypted password, as the SIP endpoint needs it. */
export type OpenTrunk = {
  environment: string;
  settings: TrunkSettings;
  trunk: SipTrunk;
  /** Whether the workspace requires encryption and the trunk does not, so that it must carry no call. */
  isEncryptionMissing: boolean;
  /** Until when no call may be placed over it, as its server has said (RFC 3339); null if it is not paused. */
  pausedUntil: string | null;
};

const toEndpointTrunk = (id: string, settings: TrunkSettings, password: string | null): SipTrunk => ({
  id,
  ...parseSipServer(settings.server),
  transport: settings.transport,
  username: settings.username,
  password,
  register: settings.register,
  domain: settings.domain,
  caCertificates: null,
});

/** Opens a SIP trunk of the workspace; undefined if it does not exist. */
export async function openTrunk(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
): Promise<OpenTrunk | undefined> {
  const carrier = await openCarrier(ctx, id, "sip");
  const settings = carrier && trunkSettings(carrier.settings);
  if (!carrier || !settings) return undefined;
  const { environment, secret, isEncryptionRequired: isRequired } = carrier;
  return {
    environment,
    settings,
    trunk: toEndpointTrunk(id, settings, secret.password ?? null),
    isEncryptionMissing: isEncryptionMissing({ ...settings, environment, isRequired }),
    pausedUntil: carrier.pausedUntil,
  };
}

/** Reads a trunk's settings, and whether the workspace requires encryption of its calls; undefined if it does not exist. */
export async function readTrunkState(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
): Promise<{ environment: string; settings: TrunkSettings; isRequired: boolean } | undefined> {
  const row = await ctx.db.first(
    db
      .selectFrom("integrations")
      .select(["environment", "settings"])
      .select(requiresCallEncryption(ctx.workspaceId).as("is_encryption_required"))
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("kind", "=", "sip"),
  );
  const settings = row && trunkSettings(settingsDocument.read(row.settings));
  if (!row || !settings) return undefined;
  return { environment: row.environment, settings, isRequired: row.is_encryption_required };
}

/**
 * Lists the SIP trunks of all workspaces, without passwords: a gateway recognizes the caller of an INVITE by them. Throws
 * `unavailable` without the database.
 */
export async function listSipTrunks(): Promise<TrunkEntry[]> {
  const trunks = sql<{
    workspace_id: string;
    id: string;
    environment: string;
    settings: unknown;
  }>`sip_trunks()`;
  const [rows] = await plainBatch(
    plain.selectFrom(trunks.as("t")).select(["t.workspace_id", "t.id", "t.environment", "t.settings"]),
  );
  return rows.flatMap((row) => {
    const settings = trunkSettings(settingsDocument.read(row.settings));
    const environment = row.environment as Environment;
    return settings === null ? [] : [{ id: row.id, workspaceId: row.workspace_id, environment, settings }];
  });
}
