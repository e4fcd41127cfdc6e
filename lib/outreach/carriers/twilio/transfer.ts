import { z } from "zod";
import { readAgent } from "@/lib/agents/agents";
import type { CarrierAccount } from "@/lib/agents/integrations";
import { readCall, type StreamUse, streamAddress, streamToken } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import { bridgeAnnouncement } from "@/lib/platform/announcements";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { egress } from "@/lib/platform/egress";
import { AppError } from "@/lib/platform/errors";
import { type Kind, notify } from "@/lib/platform/live";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { afterAddress, bridgeAddress, dialedAddress } from "./address";
import { hangUpCall } from "./calls";
import { ask, type Out, problemCode } from "./rest";
import { connectTo, GO_ON, HANG_UP, putThrough, STOP_COPY, sayThen } from "./twiml";
import type { TwilioCaller } from "./webhook";

/** Somebody at work answers within five rings; a caller who waits hears them. */
const RING_S = 25;
/** As long as any call lasts that is placed here. */
const LONGEST_S = 4 * 3_600;
/** "Call is not in-progress": the caller is gone. Source: twilio.com/docs/api/errors/21220. */
const NOT_IN_PROGRESS = 21220;

/** A call that is to be put through. `announced`: whoever answers is told of the recording, which goes on by a copy. */
export type DialRequest = { callId: string; sid: string; to: string; announced: boolean };

const tokenFor = (ctx: Ctx, account: Pick<CarrierAccount, "id">, callId: string, use: StreamUse): string =>
  // Tokens are looked at by the wall clock, wherever the stream comes in.
  streamAddress(streamToken(ctx, { callId, integrationId: account.id, use }, new Date().toISOString()));

/**
 * Asks Twilio to ring a number in the place of a call's stream. `over`: the caller is gone. It throws for nothing that
 * Twilio does. Source: twilio.com/docs/voice/api/call-resource#update-a-call-resource.
 */
export async function dialFromCall(
  ctx: Ctx,
  account: CarrierAccount,
  { callId, sid, to, announced }: DialRequest,
  out: Out = egress,
): Promise<"done" | "over" | "unavailable"> {
  const xml = putThrough({
    to,
    ringS: RING_S,
    longestS: LONGEST_S,
    after: dialedAddress(account.id, callId),
    taking: bridgeAddress(account.id, callId, announced ? "announce" : "silent"),
    copy: announced ? tokenFor(ctx, account, callId, "listen") : null,
  });
  try {
    const response = await ask(out, account, `Calls/${sid}.json`, new URLSearchParams({ Twiml: xml }));
    if (response.ok) return "done";
    if (response.status === 404) return "over";
    return (await problemCode(response)) === NOT_IN_PROGRESS ? "over" : "unavailable";
  } catch {
    return "unavailable";
  }
}

/** Ends a call at Twilio, as nobody here goes on with it. */
export const hangUpTelephone = (account: CarrierAccount, sid: string) => hangUpCall(egress, account, sid);

/** The call that a callback names; undefined for what is none. */
const callOf = (ctx: Ctx, query: URLSearchParams): Promise<Call | undefined> =>
  readCall(ctx, query.get("call") ?? "").catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });

const tell = (ctx: Ctx, callId: string, kind: Kind) => record(ctx, { run: [notify(callId, kind)] });

const Pressed = z.object({ Digits: z.string().default("") });
/** The key that announcements name. */
const DECLINING_KEY = "9";

/**
 * Somebody has answered who is to take a call over: they hear that it is recorded, where it is, may press 9 against that,
 * and are let in.
 */
export async function twilioBridge(
  { ctx, account }: TwilioCaller,
  { form, query }: SignedRequest,
): Promise<string> {
  const call = await callOf(ctx, query);
  if (call === undefined || call.status !== "in_progress") return HANG_UP;
  if (query.get("step") === "announce") {
    const { recording } = await readAgent(ctx, call.agent_id);
    const to = (step: "answered" | "announced") => bridgeAddress(account.id, call.id, step);
    return sayThen(bridgeAnnouncement(recording), to("answered"), to("announced"));
  }
  const { Digits: key } = Pressed.parse(form);
  const refuses = query.get("step") === "answered" && key === DECLINING_KEY;
  await tell(ctx, call.id, refuses ? "bridged_unrecorded" : "bridged");
  return GO_ON;
}

const Dialed = z.object({ CallStatus: z.string().default(""), DialCallStatus: z.string().default("") });
/** What became of the number that was rung, as the agent is told; what else Twilio says is that nobody was reached. */
const COMES_BACK: Readonly<Record<string, StreamUse>> = {
  busy: "back_busy",
  "no-answer": "back_no_answer",
  // They answered, and hung up before they were let in.
  completed: "back_no_answer",
};

/** Putting a call through is over. Where nobody has taken over, the call comes back to its agent. */
export async function twilioDialed(
  { ctx, account }: TwilioCaller,
  { form, query }: SignedRequest,
): Promise<string> {
  const call = await callOf(ctx, query);
  if (call === undefined || call.status !== "in_progress") return HANG_UP;
  const { CallStatus: status, DialCallStatus: dialed } = Dialed.parse(form);
  if (status !== "in-progress") {
    await tell(ctx, call.id, "left");
    return HANG_UP;
  }
  const stream = tokenFor(ctx, account, call.id, COMES_BACK[dialed] ?? "back_unreachable");
  return connectTo(stream, afterAddress(account.id, call.id), STOP_COPY);
}
