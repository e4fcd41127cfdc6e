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
  "created_by",
  "created_at",
  "updated_at",
] as const;

/** An endpoint's row without its secrets. The verbs of this room alone write it, so its parts are what they say. */
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
  created_by: string;
  created_at: string;
  updated_at: string;
};

type Scope = Pick<Ctx, "workspaceId" | "environment">;

/** The endpoints of the context's environment, for a reader or a transaction to run. */
export const selectEndpoints = ({ workspaceId, environment }: Scope) =>
  db
    .selectFrom("webhook_endpoints")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment);

/** The statement that changes one endpoint. */
export const updateEndpoint = ({ workspaceId }: Pick<Ctx, "workspaceId">, id: string) =>
  db.updateTable("webhook_endpoints").where("workspace_id", "=", workspaceId).where("id", "=", id);

/** The row, or the 404. */
export function foundEndpoint<R>(row: R | undefined): R {
  if (row === undefined) throw notFound();
  return row;
}

/** An endpoint as it is shown; a former secret whose time is over is not mentioned. */
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
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** What the audit log keeps: of the address its origin alone, as paths and queries may hold a token. */
export const auditView = (
  row: Pick<EndpointRow, "url" | "events" | "enabled" | "environment">,
): AuditView => ({
  origin: new URL(row.url).origin,
  events: row.events,
  enabled: row.enabled,
  environment: row.environment,
});
