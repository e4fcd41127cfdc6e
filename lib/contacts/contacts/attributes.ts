import type { Ctx } from "@/lib/platform/context";
import { subjectSealers } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { contactPlace } from "./row";
import type { Attributes } from "./schema";

/** What the workspace's own systems know of a contact; nothing where the contact, or the key to it, is gone. */
export async function readAttributes(
  ctx: Pick<Ctx, "workspaceId" | "environment" | "db">,
  id: string,
): Promise<Attributes> {
  const row = await ctx.db.one(
    db
      .selectFrom("contacts")
      .select("attributes")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("id", "=", id),
  );
  if (row === undefined || row.attributes === null) return {};
  const sealer = (await subjectSealers(ctx.workspaceId, [id])).get(id);
  if (sealer === undefined) return {};
  return JSON.parse(sealer.openText(contactPlace(id, "attributes"), row.attributes)) as Attributes;
}
