import { type Settings, settingsDocument } from "@/lib/agents/providers";
import { descriptorOf } from "@/lib/agents/providers/schema";
import type { AuditView } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { isEncryptionMissing, requiresCallEncryption } from "./call-encryption-requirement";
import type { Integration } from "./schema";
import { pausedUntil } from "./trunk-pause";
import { trunkSettings } from "./trunk-settings";

/** An integration's row without its secret. */
export type IntegrationRow = {
  id: string;
  name: string;
  kind: string;
  environment: string;
  hosts: string[];
  settings: unknown;
  /** Whether the workspace requires that calls over SIP trunks are encrypted. */
  requires_call_encryption: boolean;
  /** Until when a SIP trunk is paused; null if it is not. */
  paused_until: string | null;
  created_at: string;
};

const retentionOf = (settings: Settings) => ({
  zero_retention: settings.zero_retention ?? false,
  zero_retention_basis: settings.zero_retention_basis ?? null,
  retention_agreement: settings.retention_agreement ?? null,
});

function speechOf(settings: Settings): Integration["speech"] {
  const { base_url, models, voices, voice_model, voice_instructions, streaming } = settings;
  if (base_url === undefined) return null;
  return {
    base_url,
    models: models ?? [],
    voices: voices ?? [],
    voice_model: voice_model ?? null,
    voice_instructions: voice_instructions ?? null,
    streaming: streaming ?? null,
    ...retentionOf(settings),
  };
}

function oauth2Of(settings: Settings): Integration["oauth2"] {
  const { token_url, client_id, scope, audience, client_authentication } = settings;
  if (token_url === undefined) return null;
  return {
    token_url,
    client_id: client_id ?? "",
    scope: scope ?? null,
    audience: audience ?? null,
    client_authentication: client_authentication ?? "client_secret_basic",
  };
}

function modelOf(settings: Settings): Integration["model"] {
  const { base_url, models } = settings;
  return base_url === undefined ? null : { base_url, models: models ?? [], ...retentionOf(settings) };
}

function trunkOf(
  settings: Settings,
  { environment, requires_call_encryption: isRequired, paused_until }: IntegrationRow,
): Integration["trunk"] {
  const trunk = trunkSettings(settings);
  return (
    trunk && {
      server: trunk.server,
      transport: trunk.transport,
      encryption: trunk.encryption,
      username: trunk.username,
      digest: trunk.digest,
      register: trunk.register,
      domain: trunk.domain,
      sources: trunk.sources,
      caller_signatures: trunk.callerSignatures,
      number_format: trunk.numberFormat,
      caller_id: trunk.callerId,
      countries: trunk.countries,
      max_calls: trunk.maxCalls,
      calls_per_second: trunk.callsPerSecond,
      refusal: isEncryptionMissing({ ...trunk, environment, isRequired }) ? "encryption_required" : null,
      paused_until,
    }
  );
}

export function toIntegration(row: IntegrationRow): Integration {
  // Only `createIntegration` writes these values, after checking them.
  const settings = settingsDocument.read(row.settings);
  const { header_name, account_sid } = settings;
  const { service } = descriptorOf(row.kind);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as Integration["kind"],
    environment: row.environment as Integration["environment"],
    hosts: row.hosts,
    header_name: header_name ?? null,
    oauth2: oauth2Of(settings),
    model: service === "model" ? modelOf(settings) : null,
    account_sid: account_sid ?? null,
    trunk: trunkOf(settings, row),
    speech: service === "speech" ? speechOf(settings) : null,
    created_at: row.created_at,
  };
}

/** The integration as the audit log stores it, without its secret or the secret's length. */
export const auditView = (
  row: Pick<IntegrationRow, "name" | "kind" | "environment" | "hosts">,
): AuditView => ({
  name: row.name,
  kind: row.kind,
  environment: row.environment,
  hosts: row.hosts,
});

/** Selects all integrations of a workspace without secrets, for a reader or a transaction. */
export const selectIntegrations = (workspaceId: string) =>
  db
    .selectFrom("integrations")
    .select(["id", "name", "kind", "environment", "hosts", "settings", "created_at"])
    .select(requiresCallEncryption(workspaceId).as("requires_call_encryption"))
    .select(pausedUntil.as("paused_until"))
    .where("workspace_id", "=", workspaceId);

/** Lists integrations of both environments, newest first. */
export async function listIntegrations(ctx: Ctx, page: PageQuery): Promise<Page<Integration>> {
  const { data, ...pageInfo } = await listPage(ctx, selectIntegrations(ctx.workspaceId), page);
  return { ...pageInfo, data: data.map(toIntegration) };
}

/** Reads one integration, for a replayed response. Throws `not_found`. */
export async function readIntegration(ctx: Ctx, id: string): Promise<Integration> {
  const row = await ctx.db.first(selectIntegrations(ctx.workspaceId).where("id", "=", id));
  if (row === undefined) throw notFound();
  return toIntegration(row);
}
