import { z } from "zod";
import { readAgent } from "@/lib/agents/agents";
import type { CarrierAccount } from "@/lib/agents/integrations";
import { createStreamToken, readCall, type StreamUse, streamUrl } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import { bridgeAnnouncement } from "@/lib/platform/announcements";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { AppError } from "@/lib/platform/errors";
import { type LiveEventKind, notify } from "@/lib/platform/live";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { streamEndedUrl, transferAnsweredUrl, transferEndedUrl, transferMachineUrl } from "./callback-urls";
import { hangUpTwilioCall } from "./calls";
import { type HttpFetcher, readProblemCode, requestTwilio } from "./rest";
import {
  awaitDetectionTwiml,
  CONTINUE,
  connectStreamTwiml,
  gatherTwiml,
  HANG_UP,
  STOP_BRIDGE_STREAM,
  transferTwiml,
} from "./twiml";
import type { TwilioCaller } from "./webhook";

/** About five rings, which the waiting caller hears. */
const RING_TIMEOUT_S = 25;
/** The same limit as for any call placed here. */
const MAX_TRANSFER_S = 4 * 3_600;
/** "Call is not in-progress": the caller has hung up. Source: twilio.com/docs/api/errors/21220. */
const NOT_IN_PROGRESS = 21220;

/**
 * A call to transfer. `isAnnounced`: the person who answers hears that the call is recorded, and the
 * recording continues from a copy of the audio.
 */
export type TransferRequest = { callId: string; sid: string; urlOfStep: string; isAnnounced: boolean };

const streamUrlFor = (
  ctx: Ctx,
  account: Pick<CarrierAccount, "id">,
  callId: string,
  use: StreamUse,
): string =>
  // Tokens are checked against the system clock, wherever the stream connects.
  streamUrl(createStreamToken(ctx, { callId, integrationId: account.id, use }, new Date().toISOString()));

/**
 * Replaces a call's stream with a dial to the transfer's number. `over`: the caller has hung up. It never
 * throws for a failure of Twilio. Source: twilio.com/docs/voice/api/call-resource#update-a-call-resource.
 */
export async function startTransfer(
  ctx: Ctx,
  account: CarrierAccount,
  { callId, sid, urlOfStep, isAnnounced }: TransferRequest,
  httpClient: HttpFetcher = defaultHttpClient,
): Promise<"done" | "over" | "unavailable"> {
  const xml = transferTwiml({
    to: urlOfStep,
    ringTimeoutS: RING_TIMEOUT_S,
    timeLimitS: MAX_TRANSFER_S,
    actionUrl: transferEndedUrl(account.id, callId),
    bridgeUrl: transferAnsweredUrl(account.id, callId, isAnnounced ? "announce" : "detect"),
    machineUrl: transferMachineUrl(account.id, callId),
    copyStreamUrl: isAnnounced ? streamUrlFor(ctx, account, callId, "listen") : null,
  });
  try {
    const response = await requestTwilio(
      httpClient,
      account,
      `Calls/${sid}.json`,
      new URLSearchParams({ Twiml: xml }),
    );
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

/** Finds the call that a callback names. Returns undefined for an unknown call. */
const findCallOf = (ctx: Ctx, query: URLSearchParams): Promise<Call | undefined> =>
  readCall(ctx, query.get("call") ?? "").catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });

const notifySession = (ctx: Ctx, callId: string, kind: LiveEventKind) =>
  writeUnaudited(ctx, { run: [notify(callId, kind)] });

const Pressed = z.object({ Digits: z.string().default("") });
/** The key that the announcements name. */
const DECLINING_KEY = "9";

/**
 * Handles the answer of the transfer's target. They hear that the call is recorded, if it is, can press 9 to decline, and
 * are connected. A mailbox is recognized meanwhile, and its leg ends before it is connected.
 */
export async function handleTransferAnswered(
  { ctx, account }: TwilioCaller,
  { form, query }: SignedRequest,
): Promise<string> {
  const call = await findCallOf(ctx, query);
  if (call === undefined || call.status !== "in_progress") return HANG_UP;
  if (query.get("step") === "announce") {
    const { recording } = await readAgent(ctx, call.agent_id);
    const urlOfStep = (step: "answered" | "announced") => transferAnsweredUrl(account.id, call.id, step);
    return gatherTwiml(bridgeAnnouncement(recording), urlOfStep("answered"), urlOfStep("announced"));
  }
  if (query.get("step") === "detect")
    return awaitDetectionTwiml(transferAnsweredUrl(account.id, call.id, "silent"));
  const { Digits: key } = Pressed.parse(form);
  const hasDeclined = query.get("step") === "answered" && key === DECLINING_KEY;
  await notifySession(ctx, call.id, hasDeclined ? "bridged_unrecorded" : "bridged");
  return CONTINUE;
}

const Dialed = z.object({ CallStatus: z.string().default(""), DialCallStatus: z.string().default("") });
/**
 * How a failed transfer returns to the agent. Any other status of Twilio means that the target was
 * unreachable.
 */
const RETURN_USES: Readonly<Record<string, StreamUse>> = {
  busy: "back_busy",
  "no-answer": "back_no_answer",
  // The target answered and hung up before being connected.
  completed: "back_no_answer",
};

/** Handles the end of a transfer. If no one took over, the call returns to its agent. */
export async function handleTransferEnded(
  { ctx, account }: TwilioCaller,
  { form, query }: SignedRequest,
): Promise<string> {
  const call = await findCallOf(ctx, query);
  if (call === undefined || call.status !== "in_progress") return HANG_UP;
  const { CallStatus: status, DialCallStatus: dialed } = Dialed.parse(form);
  if (status !== "in-progress") {
    await notifySession(ctx, call.id, "left");
    return HANG_UP;
  }
  const stream = streamUrlFor(ctx, account, call.id, RETURN_USES[dialed] ?? "back_unreachable");
  return connectStreamTwiml(stream, streamEndedUrl(account.id, call.id), STOP_BRIDGE_STREAM);
}
