import { scrubCardsInJson } from "@/lib/masking";
import type { AuditView } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, workspaceSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import type { View, ViewResource } from "./schema";
import { type ViewContent, viewDocuments } from "./stored-documents";

const COLUMNS = ["id", "owner_id", "resource", "shared", "content", "created_at", "updated_at"] as const;

/** A view's row. Only this folder writes it, so its columns have these types. */
export type ViewRow = Omit<View, "name" | "query"> & { content: Buffer };

const viewFieldRef = (id: string) => ({ table: "saved_views", row: id, field: "content" });

/** Selects the views of the context's environment that the caller sees: their own, and the shared ones. */
export const selectViews = ({ workspaceId, environment, actor }: Ctx) =>
  db
    .selectFrom("saved_views")
    .select(COLUMNS)
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", environment)
    .where((eb) => eb.or([eb("owner_id", "=", actor.id), eb("shared", "=", true)]));

/** Seals the name and the filters of a view, which can contain names of people. Payment cards are removed. */
export async function sealContent(
  workspaceId: string,
  id: string,
  resource: ViewResource,
  content: ViewContent,
  base?: ViewContent,
): Promise<Buffer> {
  const document = viewDocuments[resource].write(scrubCardsInJson(content) as ViewContent, base);
  return (await workspaceSealer(workspaceId)).seal(viewFieldRef(id), JSON.stringify(document));
}

/** Opens the name and the filters of a view. */
export const openContent = (sealer: Sealer, { id, resource, content }: ViewRow): ViewContent =>
  viewDocuments[resource].read(JSON.parse(sealer.openText(viewFieldRef(id), content)));

export const toView = (sealer: Sealer, row: ViewRow): View => {
  const { name, query } = openContent(sealer, row);
  return {
    id: row.id,
    resource: row.resource,
    name,
    query,
    shared: row.shared,
    owner_id: row.owner_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
};

/** The view as the audit log stores it: without its name and filters, which can contain names of people. */
export const viewAuditView = (
  { environment }: Pick<Ctx, "environment">,
  { resource, shared }: Pick<ViewRow, "resource" | "shared">,
): AuditView => ({ environment, resource, shared });
