import type { Ctx } from "@/lib/platform/context";
import { subjectSealers } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { contactFieldRef } from "./row";
import type { Attributes } from "./schema";

/** Reads a contact's attributes. Empty if the contact or its key was deleted. */
export async function readAttributes(
  ctx: Pick<Ctx, "workspaceId" | "environment" | "db">,
  id: string,
): Promise<Attributes> {
  const row = await ctx.db.first(
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
  return JSON.parse(sealer.openText(contactFieldRef(id, "attributes"), row.attributes)) as Attributes;
}
