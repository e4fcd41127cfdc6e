import { findOwnNumber } from "@/lib/agents/phone-numbers";
import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { findOrCreateContact, type InboundCall, receiveCall } from "@/lib/calls/calls";
import { parseNumber } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { areGatewaysFull } from "@/lib/platform/gateways";
import { seriesId } from "@/lib/platform/ids";
import { readLiveVoiceAgent } from "../live-voice-agent";
import { recordRefusedCall } from "../record-refused-call";

/** An INVITE of a trunk: its Call-ID, the called user, and the caller's user part. */
export type InviteRequest = { trunkId: string; sipCallId: string; called: string; caller: string };

/** The stored call that an agent answers, or a number to forward to, or the refusal. `called`: the workspace's number. */
export type InviteRoute =
  | { at: "agent"; callId: string; called: string }
  | { at: "forward"; to: string; called: string }
  | { at: "refused"; reason: "unknown_number" | "unavailable" };

const DIGITS = /^[0-9]{5,15}$/;

/** The number of a user part: `+12125550123`, or the same digits without the plus. */
const numberOf = (user: string): string => (DIGITS.test(user) ? `+${user}` : user);

/** Finds the number that an INVITE calls. A number of another trunk or carrier does not count. */
export async function findTrunkNumber(
  ctx: Ctx,
  trunkId: string,
  called: string,
): Promise<PhoneNumber | undefined> {
  const number = await findOwnNumber(ctx, numberOf(called));
  return number?.integration_id === trunkId ? number : undefined;
}

/** Forwards to the fallback number. One of the workspace's numbers is no fallback, as the call could return forever. */
async function forward(ctx: Ctx, { number: called, fallback_number: to }: PhoneNumber): Promise<InviteRoute> {
  const isLoop = to !== null && (await findOwnNumber(ctx, to)) !== undefined;
  return to === null || isLoop ? { at: "refused", reason: "unavailable" } : { at: "forward", to, called };
}

/**
 * Decides who answers an INVITE and stores the call as ringing. Idempotent per
 * Call-ID, as the proxy in front may repeat an INVITE at another gateway.
 */
export async function routeInvite(
  ctx: Ctx,
  { trunkId, sipCallId, called, caller }: InviteRequest,
): Promise<InviteRoute> {
  const number = await findTrunkNumber(ctx, trunkId, called);
  if (number === undefined) return { at: "refused", reason: "unknown_number" };
  const live = await readLiveVoiceAgent(ctx, number);
  if (live === null) return forward(ctx, number);
  const findContact = async (): Promise<InboundCall["contact"]> => {
    const parsed = parseNumber(numberOf(caller));
    return parsed.ok ? findOrCreateContact(ctx, parsed.number) : null;
  };
  const idOf = (position: 0 | 1) => seriesId("call", `${number.id}|${sipCallId}`, position);
  if (await areGatewaysFull()) {
    await recordRefusedCall(ctx, { id: idOf(1), ...live }, number, findContact);
    return forward(ctx, number);
  }
  await receiveCall(ctx, { id: idOf(0), number: number.number, contact: await findContact(), ...live });
  return { at: "agent", callId: idOf(0), called: number.number };
}
