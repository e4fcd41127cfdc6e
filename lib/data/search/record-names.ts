import { readContacts } from "@/lib/contacts/contacts";
import { type Capability, hasCapability } from "@/lib/identity/access";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { RecordNames } from "./schema";

type Name = { id: string; name: string };

const agentNames = ({ db: reader, workspaceId }: Ctx, ids: readonly string[]): Promise<Name[]> =>
  reader.all(
    db
      .selectFrom("agents")
      .select(["id", "name"])
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", [...ids]),
  );

const toolNames = ({ db: reader, workspaceId }: Ctx, ids: readonly string[]): Promise<Name[]> =>
  reader.all(
    db
      .selectFrom("tools")
      .select(["id", "name"])
      .where("workspace_id", "=", workspaceId)
      .where("id", "in", [...ids]),
  );

const campaignNames = (
  { db: reader, workspaceId, environment }: Ctx,
  ids: readonly string[],
): Promise<Name[]> =>
  reader.all(
    db
      .selectFrom("campaigns")
      .select(["id", "name"])
      .where("workspace_id", "=", workspaceId)
      .where("environment", "=", environment)
      .where("id", "in", [...ids]),
  );

/** The description of a webhook, else the host of its address. Paths and queries of addresses can be secrets. */
async function webhookNames(
  { db: reader, workspaceId, environment }: Ctx,
  ids: readonly string[],
): Promise<Name[]> {
  const rows = await reader.all(
    db
      .selectFrom("webhook_endpoints")
      .select(["id", "url", "description"])
      .where("workspace_id", "=", workspaceId)
      .where("environment", "=", environment)
      .where("id", "in", [...ids]),
  );
  return rows.map(({ id, url, description }) => ({ id, name: description || new URL(url).host }));
}

async function contactNames(ctx: Ctx, ids: readonly string[]): Promise<Name[]> {
  const contacts = await readContacts(ctx, ids);
  return (await contacts.open()).map(({ id, name, phone }) => ({ id, name: name ?? phone }));
}

/** How records are named, by the prefix of their IDs, and the capability that their list needs. */
const NAMES: Record<
  string,
  { capability: Capability; read: (ctx: Ctx, ids: readonly string[]) => Promise<Name[]> }
> = {
  agt: { capability: "agents.read", read: agentNames },
  tool: { capability: "tools.read", read: toolNames },
  cmp: { capability: "campaigns.read", read: campaignNames },
  ctc: { capability: "contacts.read", read: contactNames },
  whk: { capability: "webhooks.read", read: webhookNames },
};

/**
 * Names records by their IDs, with one query for each kind. A contact without a name has its number. Leaves out deleted
 * records, records of the other environment, and kinds that the caller cannot read.
 */
export async function listRecordNames(ctx: Ctx, ids: readonly string[]): Promise<RecordNames> {
  const kinds = Object.entries(NAMES).map(async ([prefix, { capability, read }]) => {
    const ofKind = ids.filter((id) => id.startsWith(`${prefix}_`));
    return ofKind.length === 0 || !hasCapability(ctx.actor.role, capability) ? [] : read(ctx, ofKind);
  });
  return { data: (await Promise.all(kinds)).flat() };
}
