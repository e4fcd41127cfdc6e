import { sql } from "kysely";
import { type KindOf, kindsOf } from "@/lib/agents/providers/schema";
import type { Ctx } from "@/lib/platform/context";
import { db, reader } from "@/lib/platform/db";
import { openCarrier } from "./open-carrier";

/** A Twilio account with its decrypted secret. */
export type CarrierAccount = {
  id: string;
  environment: string;
  accountSid: string;
  authToken: string;
  baseUrl: string;
};

/** Opens a Twilio account; undefined if it does not exist. */
export async function openCarrierAccount(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
): Promise<CarrierAccount | undefined> {
  const carrier = await openCarrier(ctx, id, "twilio");
  if (carrier === undefined) return undefined;
  const { environment, settings, secret } = carrier;
  const { account_sid: accountSid = "", base_url: baseUrl = "" } = settings;
  return { id: carrier.id, environment, accountSid, authToken: secret.auth_token ?? "", baseUrl };
}

/** The kind of a connected carrier; undefined if it does not exist. */
export async function carrierKind(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  id: string,
): Promise<KindOf<"carrier"> | undefined> {
  const row = await ctx.db.first(
    db
      .selectFrom("integrations")
      .select("kind")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("kind", "in", kindsOf("carrier")),
  );
  return row?.kind as KindOf<"carrier"> | undefined;
}

/**
 * Finds the workspace of a carrier's integration for a callback that does not name it; null if there is none.
 */
export async function findCarrierWorkspace(integrationId: string): Promise<string | null> {
  const workspaceIdExpression = sql<string | null>`workspace_of_carrier(${integrationId})`.as("id");
  return (await reader("").first(db.selectNoFrom(workspaceIdExpression)))?.id ?? null;
}
