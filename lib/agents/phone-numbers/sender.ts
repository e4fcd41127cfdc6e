import { sql } from "kysely";
import { kindsOf } from "@/lib/agents/providers/schema";
import type { Ctx } from "@/lib/platform/context";
import { db, type Reader } from "@/lib/platform/db";
import { ENVIRONMENT, selectNumbers, toNumber } from "./row";
import type { PhoneNumber } from "./schema";

/** Numbers whose carrier's account is connected. */
const selectConnectedNumbers = (workspaceId: string) =>
  db
    .selectFrom("phone_numbers as n")
    .innerJoin("integrations as i", (join) =>
      join.onRef("i.workspace_id", "=", "n.workspace_id").onRef("i.id", "=", "n.integration_id"),
    )
    .where("n.workspace_id", "=", workspaceId)
    .where("n.environment", "=", ENVIRONMENT)
    .where("i.kind", "in", kindsOf("carrier"));

/** Whether the workspace can send texts: it has a number with a connected carrier. */
export async function canText(read: Pick<Reader, "first">, workspaceId: string): Promise<boolean> {
  return (await read.first(selectConnectedNumbers(workspaceId).select("n.id").limit(1))) !== undefined;
}

/**
 * Selects the number that a conversation's texts are sent from: the one that the conversation has used or
 * that the contact wrote to, so that the thread stays on one number; else the agent's; else the workspace's
 * first. Null without a carrier.
 */
export async function selectSender(
  { workspaceId, db: read }: Pick<Ctx, "workspaceId" | "db">,
  callId: string,
): Promise<string | null> {
  const used = sql<boolean>`exists (select from texts t where t.workspace_id = n.workspace_id and t.call_id = ${callId}
    and t.from_number = n.number)`;
  const agents = sql<boolean>`n.agent_id = (select k.agent_id from calls k
    where k.workspace_id = n.workspace_id and k.id = ${callId})`;
  const row = await read.first(
    selectConnectedNumbers(workspaceId)
      .select("n.number")
      .orderBy(used, "desc")
      .orderBy(sql`coalesce(${agents}, false)`, "desc")
      .orderBy("n.created_at")
      .orderBy("n.id")
      .limit(1),
  );
  return row?.number ?? null;
}

/** Lists the numbers of an account, the oldest first, at most `limit`. */
export async function listNumbersOf(
  { workspaceId, db: read }: Pick<Ctx, "workspaceId" | "db">,
  integrationId: string,
  limit: number,
): Promise<string[]> {
  const numbers = selectNumbers(workspaceId).where("integration_id", "=", integrationId);
  return (await read.all(numbers.orderBy("created_at").orderBy("id").limit(limit))).map(
    ({ number }) => number,
  );
}

/** Finds a workspace's number by its digits; undefined if there is none. */
export async function findOwnNumber(
  { workspaceId, db: read }: Pick<Ctx, "workspaceId" | "db">,
  number: string,
): Promise<PhoneNumber | undefined> {
  const row = await read.first(selectNumbers(workspaceId).where("number", "=", number));
  return row && toNumber(row);
}
