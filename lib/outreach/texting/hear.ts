import { readCall, sendMessage } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

/**
 * What the other side of a conversation by text says where no carrier brings it: a simulated subscriber. It is noted as
 * a text that came in, as one of a carrier's would be.
 */
export async function hearText(ctx: Ctx, callId: string, text: string): Promise<Call> {
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
