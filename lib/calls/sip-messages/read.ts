import type { Ctx } from "@/lib/platform/context";
import { sealersFromRows } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { MAX_SIP_MESSAGES, StoredSipMessages, sipMessagesFieldRef } from "./row";
import type { SipMessageList } from "./schema";

const selectCall = ({ workspaceId, environment }: Ctx, callId: string) =>
  db
    .selectFrom("calls")
    .leftJoin("subject_keys", (join) =>
      join
        .onRef("subject_keys.workspace_id", "=", "calls.workspace_id")
        .onRef("subject_keys.subject_id", "=", "calls.subject_id"),
    )
    .select(["calls.subject_id", "subject_keys.wrapped as subject_key"])
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "=", environment)
    .where("calls.id", "=", callId);

const selectMessages = ({ workspaceId }: Ctx, callId: string) =>
  db
    .selectFrom("call_sip_messages")
    .select(["id", "messages"])
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", callId)
    .orderBy("id")
    .limit(MAX_SIP_MESSAGES);

/** Lists the SIP messages of a call, oldest first. Without the call's key there are none. Throws 404. */
export async function listSipMessages(ctx: Ctx, callId: string): Promise<SipMessageList> {
  const [[call], rows] = await ctx.db.batch(selectCall(ctx, callId), selectMessages(ctx, callId));
  if (call === undefined) throw notFound();
  const sealer = (await sealersFromRows(ctx.workspaceId, [call])).get(call.subject_id);
  if (sealer === undefined) return { data: [], truncated: false };
  const messages = rows
    .flatMap(({ id, messages: sealed }) =>
      StoredSipMessages.parse(JSON.parse(sealer.openText(sipMessagesFieldRef(id), sealed))),
    )
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return { data: messages.slice(0, MAX_SIP_MESSAGES), truncated: messages.length >= MAX_SIP_MESSAGES };
}
