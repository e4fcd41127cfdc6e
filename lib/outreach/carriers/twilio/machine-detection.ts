import { z } from "zod";
import { readTransferredCall } from "@/lib/calls/calls";
import { findAttempt } from "@/lib/outreach/dialing";
import { writeUnaudited } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { type LiveEventKind, notify } from "@/lib/platform/live";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { CALL_SID, hangUpTwilioCall } from "./calls";
import type { TwilioCaller } from "./webhook";

/** Notifications of the call's session by the value of `AnsweredBy`. `unknown` causes none. */
const EVENTS: Readonly<Record<string, LiveEventKind>> = {
  human: "answered_by_person",
  machine_start: "answered_by_mailbox",
  machine_end_beep: "mailbox_records",
  machine_end_silence: "mailbox_records",
  machine_end_other: "mailbox_records",
  fax: "answered_by_mailbox",
};

const Detected = z.object({
  CallSid: z.string().regex(CALL_SID),
  AnsweredBy: z.string().default(""),
});

/** Handles the result of Twilio's detection: the process that holds the call is notified, and weighs it. */
export async function handleMachineDetection(
  { ctx, account }: TwilioCaller,
  { form, query }: SignedRequest,
): Promise<undefined> {
  const detected = Detected.safeParse(form);
  if (!detected.success) return undefined;
  const kind = EVENTS[detected.data.AnsweredBy];
  if (kind === undefined) return undefined;
  const key = query.get("attempt");
  if (key === null) {
    // The target of a transfer: a mailbox presses no key, and its leg need not wait for it. A person who has pressed one stays.
    const call = await readTransferredCall(ctx, query.get("call") ?? "");
    if (kind !== "answered_by_person" && call?.stage === "ringing")
      await hangUpTwilioCall(defaultHttpClient, account, detected.data.CallSid);
    return undefined;
  }
  const attempt = (await findAttempt(ctx, { key }))?.attempt;
  if (attempt !== undefined) await writeUnaudited(ctx, { run: [notify(attempt.call_id, kind)] });
  return undefined;
}
