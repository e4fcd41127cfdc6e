import type { Decision } from "@/lib/contacts/policy/schema";
import { plusMs } from "@/lib/platform/clock";
import type { CampaignContactStatus, ContactReason } from "./schema";

/** Until a contact is looked at again whom something holds that no clock ends: a call going on. */
export const LOOK_AGAIN_MS = 60_000;
/** A zone is not known until somebody says it. */
const LOOK_AGAIN_FOR_ZONE_MS = 3_600_000;

/** What a contact's row says after a decision. */
export type Stand = {
  status: CampaignContactStatus;
  next_attempt_at: string | null;
  reasons: readonly ContactReason[];
};

const shown = ({ reasons }: Decision): ContactReason[] =>
  reasons.map(({ code, message }) => ({ code, message }));

/** Where a contact stands whom the decision does not allow now. */
export function standOf(decision: Decision, now: string): Stand {
  const reasons = shown(decision);
  if (decision.verdict === "block") return { status: "blocked", next_attempt_at: null, reasons };
  const again = reasons.some(({ code }) => code === "unknown_timezone")
    ? LOOK_AGAIN_FOR_ZONE_MS
    : LOOK_AGAIN_MS;
  return { status: "held", next_attempt_at: decision.until ?? plusMs(now, again), reasons };
}
