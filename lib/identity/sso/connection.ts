import { sql } from "kysely";
import { z } from "zod";
import { readPlan } from "@/lib/identity/plans";
import type { Ctx } from "@/lib/platform/context";
import { db, reader } from "@/lib/platform/db";
import { revisionOfList } from "@/lib/platform/if-match";
import { Time } from "@/lib/platform/schema";
import type { Provider } from "./metadata";
import { Certificate, RoleMapping, type Sso } from "./schema";
import { serviceProviderOf } from "./service-provider";

const DAY_MS = 86_400_000;
/** Long enough to create, announce and publish a new certificate. */
const WARN_MS = 30 * DAY_MS;

const StoredConnectionSchema = z.object({
  entity_id: z.string(),
  sso_url: z.string(),
  metadata_url: z.string().nullable(),
  certificates: z.array(Certificate),
  role_mapping: RoleMapping,
  enforced: z.boolean(),
  idp_initiated: z.boolean(),
  last_success_at: Time.nullable(),
  break_glass_member: z.string().nullable(),
  break_glass_at: Time.nullable(),
  updated_at: Time,
});
/** A workspace's connection as stored. */
export type StoredConnection = z.output<typeof StoredConnectionSchema>;

export const selectConnection = (workspaceId: string) =>
  db
    .selectFrom("sso_connections")
    .select([
      "entity_id",
      "sso_url",
      "metadata_url",
      "certificates",
      "role_mapping",
      "enforced",
      "idp_initiated",
      "last_success_at",
      "break_glass_member",
      "break_glass_at",
      "updated_at",
    ])
    .where("workspace_id", "=", workspaceId);

export const selectDomains = (workspaceId: string) =>
  db
    .selectFrom("sso_domains")
    .select(["domain", "confirmed_at"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("domain");

export const toConnection = (row: unknown): StoredConnection => StoredConnectionSchema.parse(row);

export const providerOf = ({ entity_id, sso_url, certificates }: StoredConnection): Provider => ({
  entityId: entity_id,
  ssoUrl: sso_url,
  certificates,
});

/** The revision of the settings that an owner edits. All workspaces without a connection and domains have the same. */
export const ssoRevision = (stored: StoredConnection | null, domains: readonly string[]): string =>
  revisionOfList([
    stored === null
      ? {}
      : {
          provider: [stored.entity_id, stored.sso_url, stored.metadata_url],
          certificates: stored.certificates.map(({ fingerprint }) => fingerprint),
          role_mapping: stored.role_mapping,
          enforced: stored.enforced,
          idp_initiated: stored.idp_initiated,
        },
    { domains },
  ]);

export type ConnectionWithDomains = { connection: StoredConnection; domains: string[] };

/** Reads a workspace's connection and its confirmed domains; null if it has no connection. */
export async function readConnection(workspaceId: string): Promise<ConnectionWithDomains | null> {
  const read = reader(workspaceId);
  const [row, domains] = await Promise.all([
    read.first(selectConnection(workspaceId)),
    read.all(selectDomains(workspaceId)),
  ]);
  if (row === undefined) return null;
  const confirmed = domains.filter(({ confirmed_at }) => confirmed_at !== null).map(({ domain }) => domain);
  return { connection: toConnection(row), domains: confirmed };
}

function stateOf(notAfter: string, nowMs: number): "valid" | "expiring" | "expired" {
  const remainingMs = Date.parse(notAfter) - nowMs;
  if (remainingMs <= 0) return "expired";
  return remainingMs <= WARN_MS ? "expiring" : "valid";
}

function toConnectionView(stored: StoredConnection, nowMs: number): Sso["connection"] {
  const { break_glass_at: _at, break_glass_member: _member, certificates, ...connection } = stored;
  return {
    ...connection,
    certificates: certificates.map(({ certificate: _, ...certificateView }) => ({
      ...certificateView,
      state: stateOf(certificateView.not_after, nowMs),
    })),
  };
}

/** Reads the workspace's single sign-on settings as owners see them. */
export async function readSso(ctx: Pick<Ctx, "workspaceId" | "db" | "now">): Promise<Sso> {
  const [{ plan }, row, domains] = await Promise.all([
    readPlan(ctx),
    ctx.db.first(selectConnection(ctx.workspaceId)),
    ctx.db.all(selectDomains(ctx.workspaceId)),
  ]);
  const { entityId, acsUrl, metadataUrl } = serviceProviderOf(ctx.workspaceId);
  const stored = row === undefined ? null : toConnection(row);
  const holder = stored?.break_glass_member ?? null;
  return {
    plan,
    service_provider: { entity_id: entityId, acs_url: acsUrl, metadata_url: metadataUrl },
    connection: stored && toConnectionView(stored, Date.parse(ctx.now())),
    domains,
    break_glass:
      holder === null || stored?.break_glass_at == null
        ? null
        : { member_id: holder, created_at: stored.break_glass_at },
    revision: ssoRevision(
      stored,
      domains.map(({ domain }) => domain),
    ),
  };
}

/** Lists which of these workspaces enforce single sign-on. It runs before a workspace is selected. */
export async function listSsoEnforced(workspaceIds: readonly string[]): Promise<Set<string>> {
  if (workspaceIds.length === 0) return new Set();
  const rows = await reader("").all(
    db
      .selectFrom(
        sql<{ id: string }>`workspaces_enforcing_sso(${[...workspaceIds]}::text[])`.as<"s">(sql`s(id)`),
      )
      .select("s.id"),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Finds the workspace with this confirmed domain and a connected provider; null if there is none. */
export async function findWorkspaceByDomain(domain: string): Promise<string | null> {
  const row = await reader("").first(
    db.selectNoFrom(sql<string | null>`workspace_of_sso_domain(${domain})`.as("id")),
  );
  return row?.id ?? null;
}
