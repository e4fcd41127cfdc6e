import { requirePlan } from "@/lib/identity/plans";
import { type AuditEvent, type AuditView, mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx } from "@/lib/platform/db";
import { type Egress, egress } from "@/lib/platform/egress";
import { env } from "@/lib/platform/env";
import { AppError, validationError } from "@/lib/platform/errors";
import { providerOf, readSso, type StoredConnection, selectConnection, toConnection } from "./connection";
import { fetchMetadata, type Provider, parseMetadata } from "./metadata";
import type { PutSso, Sso } from "./schema";

/** The way out, and the hosts that the operator listed: tests give others. */
type Fetching = { egress?: Pick<Egress, "fetch">; allowedHosts?: readonly string[] };

/** The provider that is asked for: by its metadata, by their address, or the one that there is. */
async function providerFor(
  ctx: Ctx,
  { metadata_xml, metadata_url }: PutSso,
  { egress: way = egress, allowedHosts = env.TOOL_ALLOWED_HOSTS }: Fetching,
): Promise<Provider | null> {
  if (metadata_xml !== undefined) return parseMetadata(metadata_xml, "/metadata_xml");
  if (metadata_url !== undefined) return fetchMetadata(metadata_url, way, allowedHosts);
  if ((await ctx.db.one(selectConnection(ctx.workspaceId))) !== undefined) return null;
  throw validationError([
    {
      in: "body",
      pointer: "/metadata_xml",
      code: "required",
      message: "Send the identity provider's metadata, or their address as metadata_url.",
    },
  ]);
}

type View = Pick<StoredConnection, "enforced" | "idp_initiated" | "role_mapping"> & {
  provider: Provider;
  domains: readonly string[];
};

/** Addresses and certificates are the organisation's own and public; values of the rules may name groups of people. */
const auditView = ({ provider, enforced, idp_initiated, role_mapping, domains }: View): AuditView => ({
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

/** Claims that are gone go, new ones wait for the operator, the others stay as they are. Answers those before. */
async function claimDomains(tx: Tx, ctx: Ctx, wanted: readonly string[]): Promise<string[]> {
  const claims = await tx.all(
    db
      .selectFrom("sso_domains")
      .select("domain")
      .where("workspace_id", "=", ctx.workspaceId)
      .orderBy("domain"),
  );
  const before = claims.map(({ domain }) => domain);
  const gone = before.filter((domain) => !wanted.includes(domain));
  const added = [...new Set(wanted)].filter((domain) => !before.includes(domain));
  if (gone.length > 0)
    await tx.all(
      db.deleteFrom("sso_domains").where("workspace_id", "=", ctx.workspaceId).where("domain", "in", gone),
    );
  if (added.length > 0)
    await tx.all(
      db
        .insertInto("sso_domains")
        .values(added.map((domain) => ({ workspace_id: ctx.workspaceId, domain, created_at: ctx.now() }))),
    );
  return before;
}

/** Whether it was another provider that has worked. */
const isOther = (before: StoredConnection | null, provider: Provider): boolean =>
  before === null || before.entity_id !== provider.entityId || before.sso_url !== provider.ssoUrl;

/** Where the metadata are fetched from: kept with the provider, unless they come in another way now. */
const addressAfter = (
  before: StoredConnection | null,
  { metadata_url, metadata_xml }: PutSso,
): string | null => metadata_url ?? (metadata_xml === undefined ? (before?.metadata_url ?? null) : null);

/** The row that is asked for. Throws `invalid_state` where it enforces what has not worked. */
function rowAfter(ctx: Ctx, input: PutSso, before: StoredConnection | null, provider: Provider) {
  const last_success_at = isOther(before, provider) ? null : (before?.last_success_at ?? null);
  if (input.enforced && last_success_at === null)
    throw new AppError(
      "invalid_state",
      "Test this connection, or sign in by it, before it becomes the only way in.",
    );
  return {
    entity_id: provider.entityId,
    sso_url: provider.ssoUrl,
    metadata_url: addressAfter(before, input),
    certificates: json(provider.certificates),
    role_mapping: json(input.role_mapping),
    enforced: input.enforced,
    idp_initiated: input.idp_initiated,
    last_success_at,
    updated_at: ctx.now(),
  };
}

/** What the log is told beside the change itself. */
function enforcementEvents(ctx: Ctx, wasEnforced: boolean, isEnforced: boolean, ended: number): AuditEvent[] {
  if (wasEnforced === isEnforced) return [];
  const target = ctx.workspaceId;
  return isEnforced
    ? [{ action: "sso.enforced", target, after: { ended_sessions: ended } }]
    : [{ action: "sso.unenforced", target }];
}

/**
 * Connects an identity provider, or changes how it is used. Enforcing needs a sign-in or a test of this very provider
 * that has worked, so that nobody shuts everybody out; `enforce` does what comes with it, in the same transaction.
 * Throws `plan_required`, 400s about the metadata, and `invalid_state`.
 */
export async function putSso(
  ctx: Ctx,
  input: PutSso,
  enforce: (tx: Tx) => Promise<number>,
  fetching: Fetching = {},
): Promise<Sso> {
  await requirePlan(ctx, "sso");
  const given = await providerFor(ctx, input, fetching);
  await mutate(ctx, async (tx) => {
    const row = await tx.one(selectConnection(ctx.workspaceId).forUpdate());
    const before = row === undefined ? null : toConnection(row);
    const provider = given ?? (before && providerOf(before));
    if (provider === null) throw new AppError("conflict", "The connection was removed meanwhile.");
    const values = rowAfter(ctx, input, before, provider);
    await tx.all(
      db
        .insertInto("sso_connections")
        .values({ workspace_id: ctx.workspaceId, created_at: ctx.now(), ...values })
        .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet(values)),
    );
    const domains = [...new Set(input.domains)].sort();
    const domainsBefore = await claimDomains(tx, ctx, domains);
    const wasEnforced = before?.enforced === true;
    const ended = input.enforced && !wasEnforced ? await enforce(tx) : 0;
    const changed: AuditEvent = {
      action: before === null ? "sso.connected" : "sso.updated",
      target: ctx.workspaceId,
      ...(before && {
        before: auditView({ ...before, provider: providerOf(before), domains: domainsBefore }),
      }),
      after: auditView({ ...input, provider, domains }),
    };
    const audit = [changed, ...enforcementEvents(ctx, wasEnforced, input.enforced, ended)];
    return { result: undefined, audit };
  });
  return readSso(ctx);
}
