import { findOwnNumber, hasNumberOf } from "@/lib/agents/phone-numbers";
import type { Carrier, FindAnswer, HangUpAnswer, PlaceRequest } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { hasSipGateway } from "@/lib/platform/gateways";
import { notify } from "@/lib/platform/live";
import { placeOverTrunks } from "./place-over-trunks";
import { parseSipCallRef, readPlacement, SIP_CARRIER_NAME, sipCallRef } from "./placement";
import { eventOfStatus } from "./sip-status";
import { withdrawPlacement } from "./withdraw-placement";

/**
 * Looks up the call of an attempt. One that no gateway has claimed is withdrawn, and certainly was not placed. One whose
 * gateway has died may have been placed; it counts as not found, so that it fails and is never placed again.
 */
async function findCall(ctx: Ctx, { key, callId }: PlaceRequest): Promise<FindAnswer> {
  const row = await readPlacement(ctx, key);
  if (row === undefined || (row.state === "requested" && (await withdrawPlacement(ctx, key))))
    return { at: "not_found" };
  const placed = { at: "placed", ref: sipCallRef(callId), carrier: SIP_CARRIER_NAME } as const;
  if (row.state === "ended") {
    const status = row.sip_status ?? 500;
    return { ...placed, last: { type: status < 300 ? "ended" : eventOfStatus(status), key } };
  }
  const isHeld = row.state === "requested" || row.is_held;
  return isHeld ? { ...placed, last: { type: "ringing", key } } : { at: "not_found" };
}

async function hangUp(ctx: Ctx, ref: string): Promise<HangUpAnswer> {
  const callId = parseSipCallRef(ref);
  if (callId === null) return { at: "over" };
  const update = db
    .updateTable("sip_placements")
    .set({ is_hang_up_due: true })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("call_id", "=", callId)
    .where("state", "in", ["requested", "claimed"])
    .returning("key");
  const [rows] = await writeUnaudited(ctx, { run: [update, notify(callId, "sip_hang_up")] });
  return { at: rows.length > 0 ? "done" : "over" };
}

/** The carrier of SIP trunks: a worker stores each call, and a voice gateway places it (lib/voice/transports/sip). */
export const sip: Carrier = {
  name: SIP_CARRIER_NAME,
  ready: async (ctx, channel) =>
    channel === "call" && (await hasNumberOf(ctx.db, ctx.workspaceId, "sip")) && (await hasSipGateway()),
  async place(ctx, request) {
    const number = request.from === null ? undefined : await findOwnNumber(ctx, request.from);
    return number === undefined
      ? { at: "unavailable" }
      : placeOverTrunks(ctx, request, [number.integration_id]);
  },
  find: findCall,
  hangUp,
  // Trunks carry no texts: `selectSender` never chooses their numbers for one.
  sendText: async () => ({ at: "unavailable" }),
};
