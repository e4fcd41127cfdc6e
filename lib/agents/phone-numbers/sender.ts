import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, type Reader } from "@/lib/platform/db";
import { ENVIRONMENT, selectNumbers, toNumber } from "./row";
import type { PhoneNumber } from "./schema";

/** Numbers whose carrier's account is connected. */
const connected = (workspaceId: string) =>
  db
    .selectFrom("phone_numbers as n")
    .innerJoin("integrations as i", (join) =>
      join.onRef("i.workspace_id", "=", "n.workspace_id").onRef("i.id", "=", "n.integration_id"),
    )
    .where("n.workspace_id", "=", workspaceId)
    .where("n.environment", "=", ENVIRONMENT)
    .where("i.kind", "=", "twilio");

/** Whether the workspace can text anybody: it has a number, and the number's carrier is connected. */
export async function canText(read: Pick<Reader, "one">, workspaceId: string): Promise<boolean> {
  return (await read.one(connected(workspaceId).select("n.id").limit(1))) !== undefined;
}

/**
 * The number from which a conversation's texts go: the one that it has used or that was written to, so that a thread
 * stays one on the contact's phone; else the agent's; else the workspace's first. Null without a carrier.
 */
export async function senderFor(
  { workspaceId, db: read }: Pick<Ctx, "workspaceId" | "db">,
  callId: string,
): Promise<string | null> {
  const used = sql<boolean>`exists (select from texts t where t.workspace_id = n.workspace_id and t.call_id = ${callId}
    and t.from_number = n.number)`;
  const agents = sql<boolean>`n.agent_id = (select k.agent_id from calls k
    where k.workspace_id = n.workspace_id and k.id = ${callId})`;
  const row = await read.one(
    connected(workspaceId)
      .select("n.number")
      .orderBy(used, "desc")
      .orderBy(sql`coalesce(${agents}, false)`, "desc")
      .orderBy("n.created_at")
      .orderBy("n.id")
      .limit(1),
  );
  return row?.number ?? null;
}

/** The numbers that are reached by an account, the oldest first, at most so many. */
export async function numbersOf(
  { workspaceId, db: read }: Pick<Ctx, "workspaceId" | "db">,
  integrationId: string,
  most: number,
): Promise<string[]> {
  const mine = selectNumbers(workspaceId).where("integration_id", "=", integrationId);
  return (await read.all(mine.orderBy("created_at").orderBy("id").limit(most))).map(({ number }) => number);
}

/** A number of the workspace's own by its digits; undefined where it is none. */
export async function ownNumber(
  { workspaceId, db: read }: Pick<Ctx, "workspaceId" | "db">,
  number: string,
): Promise<PhoneNumber | undefined> {
  const row = await read.one(selectNumbers(workspaceId).where("number", "=", number));
  return row && toNumber(row);
}
