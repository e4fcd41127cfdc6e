import type { AuditView } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import type { HttpTool } from "./http/schema";
import { mappingDocument, retriesDocument } from "./http/stored-policies";
import type { Tool } from "./schema";

export type ToolRow = {
  id: string;
  name: string;
  description: string;
  parameters: unknown;
  request: unknown;
  response: unknown;
  retries: unknown;
  integration_id: string | null;
  timeout_ms: number;
  revision: string;
  created_at: string;
  updated_at: string;
};

/** Selects the workspace's own tools, for a reader or a transaction. */
export const selectTools = (workspaceId: string) =>
  db
    .selectFrom("tools")
    .select([
      "id",
      "name",
      "description",
      "parameters",
      "request",
      "response",
      "retries",
      "integration_id",
      "timeout_ms",
      "revision",
      "created_at",
      "updated_at",
    ])
    .where("workspace_id", "=", workspaceId);

/**
 * Converts a row to the tool's definition, which was validated when written. Throws `StoredDocumentError` for a mapping or
 * retries that this release cannot read.
 */
export const toDefinition = (row: ToolRow): HttpTool => ({
  name: row.name,
  description: row.description,
  parameters: row.parameters as HttpTool["parameters"],
  request: row.request as HttpTool["request"],
  response: mappingDocument.read(row.response),
  retries: retriesDocument.read(row.retries),
  timeout_ms: row.timeout_ms,
});

/** The JSON columns of a row, to be written. */
export const documentsOf = ({ parameters, request, response, retries }: ToolRow) => ({
  parameters: json(parameters),
  request: json(request),
  response: json(response),
  retries: json(retries),
});

export const toTool = (row: ToolRow): Tool => ({
  id: row.id,
  ...toDefinition(row),
  integration_id: row.integration_id,
  revision: row.revision,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** The tool as the audit log stores it, without its template, which can contain a key by mistake. */
export function auditView(row: ToolRow): AuditView {
  const { name, request, response, retries, timeout_ms } = toDefinition(row);
  return {
    name,
    method: request.method,
    mapped_fields: response.fields.length,
    max_retries: retries.max,
    idempotency: retries.idempotency,
    integration_id: row.integration_id,
    timeout_ms,
  };
}

/** Lists the workspace's own tools, newest first. */
export async function listTools(ctx: Ctx, page: PageQuery): Promise<Page<Tool>> {
  const { data, ...pageInfo } = await listPage(ctx, selectTools(ctx.workspaceId), page);
  return { ...pageInfo, data: data.map(toTool) };
}

/** Throws `not_found`. */
export async function readTool(ctx: Ctx, id: string): Promise<Tool> {
  const row = await ctx.db.first(selectTools(ctx.workspaceId).where("id", "=", id));
  if (row === undefined) throw notFound();
  return toTool(row);
}
