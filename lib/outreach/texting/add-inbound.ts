import { readCall, sendMessage } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

/**
 * Adds a text from a simulated subscriber, which no carrier delivers, to a conversation. It is stored as an
 * inbound text, like one from a carrier.
 */
export async function addInboundText(ctx: Ctx, callId: string, text: string): Promise<Call> {
  const { contact_id: contactId } = await readCall(ctx, callId);
  const now = ctx.now();
  const id = newId("txt", Date.parse(now));
  const note = db.insertInto("texts").values({
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    call_id: callId,
    contact_id: contactId ?? "",
    direction: "inbound",
    state: "received",
    created_at: now,
  });
  const { call } = await sendMessage(ctx, callId, { text }, contactId === null ? [] : [note]);
  return call;
}
