import type { CarrierAccount } from "@/lib/agents/integrations";
import {
  createStreamToken,
  keepTransferringCall,
  type StreamUse,
  streamUrl,
  type TransferTarget,
} from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { defaultHttpClient } from "@/lib/platform/egress";
import { hangUpTwilioCall } from "./calls";
import { type HttpFetcher, readProblemCode, requestTwilio } from "./rest";
import type { TransferLeg } from "./transfer-leg";
import { legTwiml } from "./transfer-twiml";

/** "Call is not in-progress": the caller has hung up. Source: twilio.com/docs/api/errors/21220. */
const NOT_IN_PROGRESS = 21220;

/** A call to transfer, and the first target. `isAnnounced`: the recording continues, from a copy of the audio. */
export type TransferRequest = Pick<TransferLeg, "callId" | "kind" | "isAnnounced"> & {
  /** The SID of the caller's call. */
  sid: string;
  target: TransferTarget;
};

/** The URL of a stream of the call, which one handshake can open. */
export const streamUrlFor = (
  ctx: Ctx,
  account: Pick<CarrierAccount, "id">,
  callId: string,
  use: StreamUse,
): string =>
  // Tokens are checked against the system clock, wherever the stream connects.
  streamUrl(createStreamToken(ctx, { callId, integrationId: account.id, use }, new Date().toISOString()));

/**
 * Replaces a call's stream with a dial to the transfer's first target. `over`: the caller has hung up. It never
 * throws for a failure of Twilio. Source: twilio.com/docs/voice/api/call-resource#update-a-call-resource.
 */
export async function startTransfer(
  ctx: Ctx,
  account: CarrierAccount,
  { callId, kind, sid, target, isAnnounced }: TransferRequest,
  httpClient: HttpFetcher = defaultHttpClient,
): Promise<"done" | "over" | "unavailable"> {
  const sinceMs = Date.parse(ctx.now());
  const leg: TransferLeg = { callId, parentSid: sid, kind, position: target.position, sinceMs, isAnnounced };
  const copyStreamUrl = isAnnounced ? streamUrlFor(ctx, account, callId, "listen") : null;
  const xml = legTwiml(account.id, leg, { to: target.to, copyStreamUrl });
  try {
    await keepTransferringCall(ctx, callId);
    const form = new URLSearchParams({ Twiml: xml });
    const response = await requestTwilio(httpClient, account, `Calls/${sid}.json`, form);
    if (response.ok) return "done";
    if (response.status === 404) return "over";
    return (await readProblemCode(response)) === NOT_IN_PROGRESS ? "over" : "unavailable";
  } catch {
    return "unavailable";
  }
}

/** Hangs up a call at Twilio that nothing here continues. */
export const hangUpCarrierCall = (account: CarrierAccount, sid: string) =>
  hangUpTwilioCall(defaultHttpClient, account, sid);
