import type { Decision } from "@/lib/contacts/policy/schema";
import { plusMs } from "@/lib/platform/clock";
import type { StoredReason } from "./contact-reasons";
import type { CampaignContactStatus } from "./schema";

/** Delay until a held contact is decided again if the hold has no end, such as a call in progress. */
export const RECHECK_MS = 60_000;
/** The same for an unknown time zone, which changes only when an admin sets it. */
const RECHECK_TIMEZONE_MS = 3_600_000;

/** The contact's columns after a decision. */
export type ContactState = {
  status: CampaignContactStatus;
  next_attempt_at: string | null;
  reasons: readonly StoredReason[];
};

const contactReasons = ({ reasons }: Decision): StoredReason[] =>
  reasons.map(({ code, message }) => ({ code, message }));

/** The state of a contact that the decision does not allow now. */
export function contactStateAfter(decision: Decision, now: string): ContactState {
  const reasons = contactReasons(decision);
  if (decision.verdict === "block") return { status: "blocked", next_attempt_at: null, reasons };
  const retryMs = reasons.some(({ code }) => code === "unknown_timezone") ? RECHECK_TIMEZONE_MS : RECHECK_MS;
  return { status: "held", next_attempt_at: decision.until ?? plusMs(now, retryMs), reasons };
}
