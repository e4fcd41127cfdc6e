import { sql } from "kysely";
import type { CheckedSettings } from "@/lib/agents/providers";
import { db, json } from "@/lib/platform/db";

/** Stores what a check has found out about a provider's abilities. */
export const storeCheckedSettings = (workspaceId: string, id: string, settings: CheckedSettings) =>
  db
    .updateTable("integrations")
    .set({ settings: sql`settings || ${json(settings)}::jsonb` })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id);
