import { sql } from "kysely";
import { settingsDocument } from "@/lib/agents/providers";
import type { Ctx, Environment } from "@/lib/platform/context";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import type { SipTrunk } from "@/lib/platform/sip";
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
export type OpenTrunk = { environment: string; settings: TrunkSettings; trunk: SipTrunk };

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
  const { environment, secret } = carrier;
  return { environment, settings, trunk: toEndpointTrunk(id, settings, secret.password ?? null) };
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
