import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { Consent } from "./schema";

type Purpose = Pick<Consent, "contact_id" | "purpose" | "channel">;

/** An entry of the ledger, without the texts that only the contact's page shows. */
export type ConsentEntry = Pick<Consent, "id" | "granted" | "at" | "import_id">;

/** Finds the entry that was current at a time: the latest that was known then. */
export const findConsentAt = (
  { workspaceId, db: reader }: Pick<Ctx, "workspaceId" | "db">,
  { contact_id, purpose, channel }: Purpose,
  at: string,
): Promise<ConsentEntry | undefined> =>
  reader.first(
    db
      .selectFrom("consents")
      .select(["id", "granted", "at", "import_id"])
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", contact_id)
      .where("purpose", "=", purpose)
      .where("channel", "=", channel)
      .where("at", "<=", at)
      .where("created_at", "<=", at)
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .limit(1),
  );
