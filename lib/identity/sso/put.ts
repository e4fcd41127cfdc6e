import { requirePlan } from "@/lib/identity/plans";
import { type AuditEvent, type AuditView, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx } from "@/lib/platform/db";
import { defaultHttpClient, type HttpClient } from "@/lib/platform/egress";
import { env } from "@/lib/platform/env";
import { AppError, bodyError } from "@/lib/platform/errors";
import type { IfMatch } from "@/lib/platform/if-match";
import { providerOf, readSso, type StoredConnection, selectConnection } from "./connection";
import { lockSettings } from "./lock-settings";
import { fetchMetadata, type Provider, parseMetadata } from "./metadata";
import type { PutSso, Sso } from "./schema";

/** The HTTP client and the hosts that the operator allows; tests replace them. */
type FetchOptions = { egress?: Pick<HttpClient, "fetch">; allowedHosts?: readonly string[] };

/** Resolves the requested provider from metadata or their URL; null to keep the existing one. */
async function resolveProvider(
  ctx: Ctx,
  { metadata_xml, metadata_url }: PutSso,
  { egress: httpClient = defaultHttpClient, allowedHosts = env.TOOL_ALLOWED_HOSTS }: FetchOptions,
): Promise<Provider | null> {
  if (metadata_xml !== undefined) return parseMetadata(metadata_xml, "/metadata_xml");
  if (metadata_url !== undefined) return fetchMetadata(metadata_url, httpClient, allowedHosts);
  if ((await ctx.db.first(selectConnection(ctx.workspaceId))) !== undefined) return null;
  throw bodyError("/metadata_xml", "metadata_missing");
}

type AuditedSettings = Pick<StoredConnection, "enforced" | "idp_initiated" | "role_mapping"> & {
  provider: Provider;
  domains: readonly string[];
};

/** The fields that the audit log keeps. Rule values are omitted, as they may name groups of people. */
const auditView = ({
  provider,
  enforced,
  idp_initiated,
  role_mapping,
  domains,
}: AuditedSettings): AuditView => ({
  entity_id: provider.entityId,
  sso_url: provider.ssoUrl,
  certificates: provider.certificates.map(({ fingerprint }) => fingerprint),
  domains,
  enforced,
  idp_initiated,
  role_attribute: role_mapping.attribute,
  roles: role_mapping.rules.map(({ role }) => role),
  default_role: role_mapping.default_role,
});

/** Deletes removed claims and inserts new, unconfirmed ones. */
async function claimDomains(
  tx: Tx,
  ctx: Ctx,
  before: readonly string[],
  requestedDomains: readonly string[],
): Promise<void> {
  const removed = before.filter((domain) => !requestedDomains.includes(domain));
  const added = [...new Set(requestedDomains)].filter((domain) => !before.includes(domain));
  if (removed.length > 0)
    await tx.all(
      db.deleteFrom("sso_domains").where("workspace_id", "=", ctx.workspaceId).where("domain", "in", removed),
    );
  if (added.length > 0)
    await tx.all(
      db
        .insertInto("sso_domains")
        .values(added.map((domain) => ({ workspace_id: ctx.workspaceId, domain, created_at: ctx.now() }))),
    );
}

/** Whether the provider differs from the stored one, so that its last success does not count. */
const isDifferentProvider = (before: StoredConnection | null, provider: Provider): boolean =>
  before === null || before.entity_id !== provider.entityId || before.sso_url !== provider.ssoUrl;

/** The metadata's URL: the new one, the stored one, or null if metadata are sent directly. */
const metadataUrlAfter = (
  before: StoredConnection | null,
  { metadata_url, metadata_xml }: PutSso,
): string | null => metadata_url ?? (metadata_xml === undefined ? (before?.metadata_url ?? null) : null);

/** The requested row. Throws `invalid_state` if it enforces a connection that has not worked yet. */
function rowAfter(ctx: Ctx, input: PutSso, before: StoredConnection | null, provider: Provider) {
  const last_success_at = isDifferentProvider(before, provider) ? null : (before?.last_success_at ?? null);
  if (input.enforced && last_success_at === null) throw new AppError("sso_untested");
  return {
    entity_id: provider.entityId,
    sso_url: provider.ssoUrl,
    metadata_url: metadataUrlAfter(before, input),
    certificates: json(provider.certificates),
    role_mapping: json(input.role_mapping),
    enforced: input.enforced,
    idp_initiated: input.idp_initiated,
    last_success_at,
    updated_at: ctx.now(),
  };
}

/** Extra audit events for a change of enforcement. */
function enforcementEvents(
  ctx: Ctx,
  wasEnforced: boolean,
  isEnforced: boolean,
  endedSessions: number,
): AuditEvent[] {
  if (wasEnforced === isEnforced) return [];
  const target = ctx.workspaceId;
  return isEnforced
    ? [{ action: "sso.enforced", target, after: { ended_sessions: endedSessions } }]
    : [{ action: "sso.unenforced", target }];
}

/**
 * Connects an identity provider or changes its settings. Enforcing requires an earlier successful sign-in or
 * test with this provider, so that no one locks all members out. `enforce` runs in the same transaction and
 * returns the number of ended sessions. Throws `plan_required`, 400s about the metadata, `invalid_state`
 * and `precondition_failed`.
 */
export async function putSso(
  ctx: Ctx,
  input: PutSso,
  enforce: (tx: Tx) => Promise<number>,
  { ifMatch = null, ...fetchOptions }: FetchOptions & { ifMatch?: IfMatch } = {},
): Promise<Sso> {
  await requirePlan(ctx, "sso");
  const newProvider = await resolveProvider(ctx, input, fetchOptions);
  await writeAudited(ctx, async (tx) => {
    const { connection: before, domains: domainsBefore } = await lockSettings(tx, ctx.workspaceId, ifMatch);
    const provider = newProvider ?? (before && providerOf(before));
    if (provider === null) throw new AppError("sso_removed_meanwhile");
    const values = rowAfter(ctx, input, before, provider);
    await tx.all(
      db
        .insertInto("sso_connections")
        .values({ workspace_id: ctx.workspaceId, created_at: ctx.now(), ...values })
        .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet(values)),
    );
    const domains = [...new Set(input.domains)].sort();
    await claimDomains(tx, ctx, domainsBefore, domains);
    const wasEnforced = before?.enforced === true;
    const endedSessions = input.enforced && !wasEnforced ? await enforce(tx) : 0;
    const changed: AuditEvent = {
      action: before === null ? "sso.connected" : "sso.updated",
      target: ctx.workspaceId,
      ...(before && {
        before: auditView({ ...before, provider: providerOf(before), domains: domainsBefore }),
      }),
      after: auditView({ ...input, provider, domains }),
    };
    const audit = [changed, ...enforcementEvents(ctx, wasEnforced, input.enforced, endedSessions)];
    return { result: undefined, audit };
  });
  return readSso(ctx);
}
