import { calledNumberOf } from "@/lib/agents/inbound-routes";
import { findOrCreateContact, type InboundCall } from "@/lib/calls/calls";
import { parseNumber } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { areGatewaysFull } from "@/lib/platform/gateways";
import { seriesId } from "@/lib/platform/ids";
import { readLiveVoiceAgent } from "../live-voice-agent";
import { receiveAffordableCall, recordRefusedCall, recordUnencryptedCall } from "../record-refused-call";
import { findAnswering } from "./find-answering";
import { selectForward } from "./select-forward";

/** An INVITE of a trunk: its Call-ID, the called user, and the caller's user part. */
export type InviteRequest = { trunkId: string; sipCallId: string; called: string; caller: string };

/**
 * The stored call that an agent answers, or a number to forward to, or the refusal. `callerId`: the number that transfers and
 * forwarded calls show, in E.164; null if the trunk has none, so that there are no transfers.
 */
export type InviteRoute =
  | { at: "agent"; callId: string; callerId: string | null }
  | { at: "forward"; to: string; callerId: string }
  | { at: "refused"; reason: "unknown_number" | "unavailable" | "encryption_required" };

/**
 * Decides who answers an INVITE and stores the call as ringing. Idempotent per
 * Call-ID, as the proxy in front may repeat an INVITE at another gateway.
 */
export async function routeInvite(
  ctx: Ctx,
  { trunkId, sipCallId, called, caller }: InviteRequest,
): Promise<InviteRoute> {
  const answering = await findAnswering(ctx, trunkId, called);
  if (answering === undefined) return { at: "refused", reason: "unknown_number" };
  const { id, number, callerId, isRefused } = answering;
  const live = await readLiveVoiceAgent(ctx, answering);
  const findContact = async (): Promise<InboundCall["contact"]> => {
    const parsed = parseNumber(calledNumberOf(caller));
    return parsed.ok ? findOrCreateContact(ctx, parsed.number) : null;
  };
  const idOf = (position: 0 | 1) => seriesId("call", `${id}|${sipCallId}`, position);
  if (isRefused) {
    if (live !== null) await recordUnencryptedCall(ctx, { id: idOf(1), number, ...live }, findContact);
    return { at: "refused", reason: "encryption_required" };
  }
  if (live === null) return selectForward(ctx, answering);
  if (await areGatewaysFull()) {
    await recordRefusedCall(ctx, { id: idOf(1), ...live }, answering, findContact);
    return selectForward(ctx, answering);
  }
  const received = { id: idOf(0), number, contact: await findContact(), ...live };
  if (!(await receiveAffordableCall(ctx, received, idOf(1), answering))) return selectForward(ctx, answering);
  return { at: "agent", callId: idOf(0), callerId };
}
