import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

/** Contacts whose regions are read, as a campaign can have many more. */
const MAX_CONTACTS = 10_000;
/** More regions than have rules. */
const MAX_REGIONS = 500;

/** The regions of a campaign's contacts, without those that are unknown. */
export async function regionsOfCampaign({ workspaceId, db: reader }: Ctx, id: string): Promise<string[]> {
  const some = db
    .selectFrom("campaign_contacts")
    .select("contact_id")
    .where("workspace_id", "=", workspaceId)
    .where("campaign_id", "=", id)
    .limit(MAX_CONTACTS);
  const rows = await reader.all(
    db
      .selectFrom("contacts")
      .select("region")
      .distinct()
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", some)
      .where("region", "is not", null)
      .limit(MAX_REGIONS),
  );
  return rows.flatMap(({ region }) => (region === null ? [] : [region]));
}
