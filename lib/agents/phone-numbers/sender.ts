import { sql } from "kysely";
import { type Carried, kindsThatCarry, type ProviderKind } from "@/lib/agents/providers/schema";
import type { Ctx } from "@/lib/platform/context";
import { db, type Reader } from "@/lib/platform/db";
import { ENVIRONMENT, selectNumbers, toNumber } from "./row";
import type { PhoneNumber } from "./schema";

/** Numbers whose carrier is connected and of one of the kinds. */
const selectConnectedNumbers = (workspaceId: string, kinds: readonly ProviderKind[]) =>
  db
    .selectFrom("phone_numbers as n")
    .innerJoin("integrations as i", (join) =>
      join.onRef("i.workspace_id", "=", "n.workspace_id").onRef("i.id", "=", "n.integration_id"),
    )
    .where("n.workspace_id", "=", workspaceId)
    .where("n.environment", "=", ENVIRONMENT)
    .where("i.kind", "in", [...kinds]);

/** Whether the workspace has a number with a connected carrier of one of the kinds. */
export async function hasNumberOf(
  read: Pick<Reader, "first">,
  workspaceId: string,
  ...kinds: readonly ProviderKind[]
): Promise<boolean> {
  return (await read.first(selectConnectedNumbers(workspaceId, kinds).select("n.id").limit(1))) !== undefined;
}

/** Whether a number with a connected carrier of the kind leads to an agent. */
export async function hasAgentNumberOf(
  read: Pick<Reader, "first">,
  workspaceId: string,
  agentId: string,
  kind: ProviderKind,
): Promise<boolean> {
  const numbers = selectConnectedNumbers(workspaceId, [kind]).where("n.agent_id", "=", agentId);
  return (await read.first(numbers.select("n.id").limit(1))) !== undefined;
}

/** Whether the workspace can call, or send texts: it has a number whose connected carrier does. */
export const canReach = (
  read: Pick<Reader, "first">,
  workspaceId: string,
  carried: Carried,
): Promise<boolean> => hasNumberOf(read, workspaceId, ...kindsThatCarry(carried));

/**
 * Selects the number that a call is placed from, or that a conversation's texts are sent from: the one that the
 * conversation has used or that the contact wrote to, so that the thread stays on one number; else the agent's; else the
 * workspace's first. Null without a carrier.
 */
export async function selectSender(
  { workspaceId, db: read }: Pick<Ctx, "workspaceId" | "db">,
  callId: string,
  carried: Carried,
): Promise<string | null> {
  const used = sql<boolean>`exists (select from texts t where t.workspace_id = n.workspace_id and t.call_id = ${callId}
    and t.from_number = n.number)`;
  const agents = sql<boolean>`n.agent_id = (select k.agent_id from calls k
    where k.workspace_id = n.workspace_id and k.id = ${callId})`;
  const row = await read.first(
    selectConnectedNumbers(workspaceId, kindsThatCarry(carried))
      .select("n.number")
      .orderBy(used, "desc")
      .orderBy(sql`coalesce(${agents}, false)`, "desc")
      .orderBy("n.created_at")
      .orderBy("n.id")
      .limit(1),
  );
  return row?.number ?? null;
}

/** Maximum accounts of a workspace that are looked at. An account has many numbers, and few workspaces have two accounts. */
const MAX_ACCOUNTS = 50;

/** Lists the accounts that the workspace can call over, each with its oldest number. */
export const listCallAccounts = ({ workspaceId, db: read }: Pick<Ctx, "workspaceId" | "db">) =>
  read.all(
    selectConnectedNumbers(workspaceId, kindsThatCarry("calls"))
      .distinctOn("i.id")
      .select(["i.id", "i.kind", "n.number"])
      .orderBy("i.id")
      .orderBy("n.created_at")
      .limit(MAX_ACCOUNTS),
  );

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
