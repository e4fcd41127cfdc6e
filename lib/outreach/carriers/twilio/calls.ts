import { z } from "zod";
import type { CarrierAccount } from "@/lib/agents/integrations";
import type {
  CarrierEvent,
  FindAnswer,
  HangUpAnswer,
  PlaceAnswer,
  PlaceRequest,
} from "@/lib/outreach/dialing";
import { madeAtMs } from "@/lib/platform/ids";
import { answeredAddress, callStatusAddress } from "./address";
import { ask, make, type Out, parsed, problemCode } from "./rest";

export const CALL_SID = /^CA[0-9a-fA-F]{32}$/;
/** Six rings: whoever has not answered by then has a mailbox that does. */
const RING_S = 30;
/** What decides whether a machine has answered waits no longer: a person hears silence meanwhile. */
const MACHINE_S = 5;
/** Whatever is lost here, a call ends by then: the longest that an agent may talk, with what rings before. */
const LONGEST_S = 4 * 3_600;
/** Calls of one day to one number; more than policy allows by far. */
const PAGE = 50;
/** "Call is not in-progress": there is nothing to hang up. Source: twilio.com/docs/api/errors/21220. */
const NOT_IN_PROGRESS = 21220;

const NEWS = ["initiated", "ringing", "answered", "completed"];

/** What Twilio's states of a call mean to an attempt; null: nothing yet. */
export const CALL_STATES: Readonly<Record<string, CarrierEvent["type"] | null>> = {
  queued: null,
  initiated: null,
  ringing: "ringing",
  // The line itself, which comes by a stream, is the answer.
  "in-progress": "ringing",
  completed: "ended",
  busy: "busy",
  "no-answer": "no_answer",
  failed: "failed",
  canceled: "canceled",
};

/** A call's name here: with its account, as a workspace may have several. */
export const refOf = (integrationId: string, sid: string): string => `${integrationId}:${sid}`;
/** The account and the name there; nothing for what is none of ours. */
export function partsOf(ref: string): { integrationId: string; sid: string } | null {
  const [integrationId = "", sid = ""] = ref.split(":");
  return CALL_SID.test(sid) ? { integrationId, sid } : null;
}

/**
 * Asks Twilio to call somebody. Both addresses that it is given name the attempt, so that the call is known by it also
 * where this answer is lost. It throws for nothing that Twilio does. Source: twilio.com/docs/voice/api/call-resource.
 */
export async function createCallAt(
  out: Out,
  account: CarrierAccount,
  { to, key }: PlaceRequest,
  from: string,
): Promise<PlaceAnswer> {
  const form = new URLSearchParams({
    To: to,
    From: from,
    Url: answeredAddress(account.id, key),
    StatusCallback: callStatusAddress(account.id, key),
    Timeout: String(RING_S),
    TimeLimit: String(LONGEST_S),
    MachineDetection: "Enable",
    MachineDetectionTimeout: String(MACHINE_S),
  });
  for (const event of NEWS) form.append("StatusCallbackEvent", event);
  const made = await make(out, account, "Calls.json", form, CALL_SID);
  return made.at === "placed" ? { at: "placed", ref: refOf(account.id, made.ref) } : made;
}

const Page = z.object({
  calls: z.array(
    z.object({ sid: z.string().regex(CALL_SID), status: z.string(), date_created: z.string().nullish() }),
  ),
});

/**
 * Looks for the call of an attempt. Twilio keeps no key of ours, but a contact has one attempt at a time: it is the one
 * between these numbers that was made since the attempt was. Where there are several, nobody can say which.
 */
export async function findCall(
  out: Out,
  account: CarrierAccount,
  { to, callId }: PlaceRequest,
  from: string,
): Promise<FindAnswer> {
  const query = new URLSearchParams({ To: to, From: from, PageSize: String(PAGE) });
  try {
    const response = await ask(out, account, `Calls.json?${query}`);
    const page = response.ok ? await parsed(Page, response) : null;
    if (page === null) return { at: "unavailable" };
    // Twilio counts in seconds.
    const since = Math.floor(madeAtMs(callId) / 1_000) * 1_000;
    const ours = page.calls.filter(({ date_created: at }) => !at || Date.parse(at) >= since);
    const [found] = ours;
    if (found === undefined) return { at: "not_found" };
    if (ours.length > 1) return { at: "unavailable" };
    const type = CALL_STATES[found.status] ?? null;
    return { at: "placed", ref: refOf(account.id, found.sid), last: type === null ? null : { type } };
  } catch {
    return { at: "unavailable" };
  }
}

/** Ends a call, or takes it back while it rings. */
export async function hangUpCall(out: Out, account: CarrierAccount, sid: string): Promise<HangUpAnswer> {
  try {
    const response = await ask(
      out,
      account,
      `Calls/${sid}.json`,
      new URLSearchParams({ Status: "completed" }),
    );
    if (response.ok) return { at: "done" };
    if (response.status === 404) return { at: "over" };
    if (response.status >= 400 && response.status < 500 && (await problemCode(response)) === NOT_IN_PROGRESS)
      return { at: "over" };
  } catch {
    // Told again by whoever asked.
  }
  return { at: "unavailable" };
}
