import { z } from "zod";
import type { CarrierAccount } from "@/lib/agents/integrations";
import type {
  CarrierEvent,
  FindAnswer,
  HangUpAnswer,
  PlaceAnswer,
  PlaceRequest,
} from "@/lib/outreach/dialing";
import { createdAtMsOf } from "@/lib/platform/id-format";
import { answeredUrl, callStatusUrl, machineDetectedUrl } from "./callback-urls";
import { machineDetectionParameters } from "./detection-parameters";
import { createResource, type HttpFetcher, parseJson, readProblemCode, requestTwilio } from "./rest";

export const CALL_SID = /^CA[0-9a-fA-F]{32}$/;
/** Six rings. After that, a mailbox answers. */
const RING_TIMEOUT_S = 30;
/** Twilio ends a call after this time even if our events are lost: the longest allowed call, plus ringing. */
const MAX_CALL_S = 4 * 3_600;
/** Calls of one day to one number; far more than policy allows. */
const PAGE = 50;
/** "Call is not in-progress": there is nothing to hang up. Source: twilio.com/docs/api/errors/21220. */
const NOT_IN_PROGRESS = 21220;

const STATUS_CALLBACK_EVENTS = ["initiated", "ringing", "answered", "completed"];

/** Maps Twilio's call statuses to carrier events; null means no event. */
export const CALL_EVENTS: Readonly<Record<string, CarrierEvent["type"] | null>> = {
  queued: null,
  initiated: null,
  ringing: "ringing",
  // The media stream is the answer; until it opens, the call is ringing.
  "in-progress": "ringing",
  completed: "ended",
  busy: "busy",
  "no-answer": "no_answer",
  failed: "failed",
  canceled: "canceled",
};

/** A call's reference: its integration and SID, as a workspace can have several accounts. */
export const formatCallRef = (integrationId: string, sid: string): string => `${integrationId}:${sid}`;
/** Parses a call's reference. Returns null if it is not a call. */
export function parseCallRef(ref: string): { integrationId: string; sid: string } | null {
  const [integrationId = "", sid = ""] = ref.split(":");
  return CALL_SID.test(sid) ? { integrationId, sid } : null;
}

/**
 * Places a call. Both callback URLs name the attempt, so that the call is recognized even if the response is
 * lost. It never throws for a failure of Twilio. Source: twilio.com/docs/voice/api/call-resource.
 */
export async function placeTwilioCall(
  httpClient: HttpFetcher,
  account: CarrierAccount,
  { to, key }: PlaceRequest,
  from: string,
): Promise<PlaceAnswer> {
  const form = new URLSearchParams({
    To: to,
    From: from,
    Url: answeredUrl(account.id, key),
    StatusCallback: callStatusUrl(account.id, key),
    Timeout: String(RING_TIMEOUT_S),
    TimeLimit: String(MAX_CALL_S),
    ...machineDetectionParameters(machineDetectedUrl(account.id, key)),
  });
  for (const event of STATUS_CALLBACK_EVENTS) form.append("StatusCallbackEvent", event);
  const answer = await createResource(httpClient, account, "Calls.json", form, CALL_SID);
  return answer.at === "placed" ? { at: "placed", ref: formatCallRef(account.id, answer.ref) } : answer;
}

const Page = z.object({
  calls: z.array(
    z.object({ sid: z.string().regex(CALL_SID), status: z.string(), date_created: z.string().nullish() }),
  ),
});

/**
 * Finds the call of an attempt. Twilio does not store our key, but a contact has one attempt at a time: it is
 * the call between these numbers created since the attempt. If there are several, the result is
 * `unavailable`.
 */
export async function findTwilioCall(
  httpClient: HttpFetcher,
  account: CarrierAccount,
  { to, callId }: PlaceRequest,
  from: string,
): Promise<FindAnswer> {
  const query = new URLSearchParams({ To: to, From: from, PageSize: String(PAGE) });
  try {
    const response = await requestTwilio(httpClient, account, `Calls.json?${query}`);
    const page = response.ok ? await parseJson(Page, response) : null;
    if (page === null) return { at: "unavailable" };
    // Twilio's times have whole seconds.
    const since = Math.floor(createdAtMsOf(callId) / 1_000) * 1_000;
    const candidates = page.calls.filter(({ date_created: at }) => !at || Date.parse(at) >= since);
    const [call] = candidates;
    if (call === undefined) return { at: "not_found" };
    if (candidates.length > 1) return { at: "unavailable" };
    const type = CALL_EVENTS[call.status] ?? null;
    return { at: "placed", ref: formatCallRef(account.id, call.sid), last: type === null ? null : { type } };
  } catch {
    return { at: "unavailable" };
  }
}

/** Ends a call, or cancels it while it rings. */
export async function hangUpTwilioCall(
  httpClient: HttpFetcher,
  account: CarrierAccount,
  sid: string,
): Promise<HangUpAnswer> {
  try {
    const response = await requestTwilio(
      httpClient,
      account,
      `Calls/${sid}.json`,
      new URLSearchParams({ Status: "completed" }),
    );
    if (response.ok) return { at: "done" };
    if (response.status === 404) return { at: "over" };
    if (
      response.status >= 400 &&
      response.status < 500 &&
      (await readProblemCode(response)) === NOT_IN_PROGRESS
    )
      return { at: "over" };
  } catch {
    // The caller retries.
  }
  return { at: "unavailable" };
}
