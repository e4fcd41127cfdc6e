import type { AuditView } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import type { Webhook } from "./schema";

export const COLUMNS = [
  "id",
  "environment",
  "url",
  "description",
  "events",
  "enabled",
  "disabled_reason",
  "failing_since",
  "previous_expires_at",
  "revision",
  "created_by",
  "created_at",
  "updated_at",
] as const;

/** An endpoint's row without its secrets. Only this module writes it, so its columns have these types. */
export type EndpointRow = {
  id: string;
  environment: string;
  url: string;
  description: string;
  events: string[];
  enabled: boolean;
  disabled_reason: string | null;
  failing_since: string | null;
  previous_expires_at: string | null;
  revision: string;
  created_by: string;
  created_at: string;
  updated_at: string;
};

type Scope = Pick<Ctx, "workspaceId" | "environment">;

/** Selects the endpoints of the context's environment, for a reader or a transaction. */
export const selectEndpoints = ({ workspaceId, environment }: Scope) =>
  db
    .selectFrom("webhook_endpoints")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment);

/** Statement that changes one endpoint. */
export const updateEndpoint = ({ workspaceId }: Pick<Ctx, "workspaceId">, id: string) =>
  db.updateTable("webhook_endpoints").where("workspace_id", "=", workspaceId).where("id", "=", id);

/** Returns the row. Throws `not_found` if it is missing. */
export function endpointOrNotFound<R>(row: R | undefined): R {
  if (row === undefined) throw notFound();
  return row;
}

/** An endpoint as the API shows it, without an expired previous secret. */
export const toWebhook = ({ previous_expires_at: until, ...row }: EndpointRow, now: string): Webhook => ({
  id: row.id,
  environment: row.environment as Webhook["environment"],
  url: row.url,
  description: row.description,
  events: row.events,
  enabled: row.enabled,
  disabled_reason: row.disabled_reason as Webhook["disabled_reason"],
  failing_since: row.failing_since,
  previous_secret_expires_at: until !== null && until > now ? until : null,
  revision: row.revision,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/**
 * The endpoint as the audit log stores it: only the origin of its address, as paths and queries can contain a
 * token.
 */
export const auditView = (
  row: Pick<EndpointRow, "url" | "events" | "enabled" | "environment">,
): AuditView => ({
  origin: new URL(row.url).origin,
  events: row.events,
  enabled: row.enabled,
  environment: row.environment,
});
