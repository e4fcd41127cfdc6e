import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, reader } from "@/lib/platform/db";
import { openSecret, type Settings } from "./secret";

/** A carrier's account, opened. */
export type CarrierAccount = {
  id: string;
  environment: string;
  accountSid: string;
  authToken: string;
  baseUrl: string;
};

/** The account of one integration of kind `twilio`; undefined where there is none. */
export async function carrierAccount(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
): Promise<CarrierAccount | undefined> {
  const row = await ctx.db.one(
    db
      .selectFrom("integrations")
      .select(["id", "environment", "settings", "secret"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("kind", "=", "twilio"),
  );
  if (row === undefined) return undefined;
  const { account_sid: accountSid = "", base_url: baseUrl = "" } = row.settings as Settings;
  const { auth_token: authToken } = await openSecret(ctx.workspaceId, row.id, row.secret);
  return { id: row.id, environment: row.environment, accountSid, authToken: authToken ?? "", baseUrl };
}

/** The workspace of a carrier's integration, for a callback that names no other; null where there is none. */
export async function carrierWorkspace(integrationId: string): Promise<string | null> {
  const found = sql<string | null>`carrier_workspace(${integrationId})`.as("id");
  return (await reader("").one(db.selectNoFrom(found)))?.id ?? null;
}
