import { CAPS, type Cap, capsEndMs, pauseEndMs } from "./attempt-caps";
import type { Facts } from "./facts";
import { DAY_MS, findCommonOpening, type Hours, weekOf } from "./hours";
import { parseTimeMs } from "./parse-time";
import { createReason, isBlocking } from "./reasons";
import { legalWeek, regionCaps } from "./regions";
import type { Decision, Reason } from "./schema";
import { offsetPeriodAt } from "./zone-offsets";

/** The time after a contact's text in which an answer counts as a reply. Source: product.md, suppression. */
const REPLY_MS = DAY_MS;

/** The reasons that end by time alone, and the first moment at which all have ended; null if never. */
type TimedReasons = { reasons: Reason[]; endMs: number | null };

/**
 * Decides whether a contact may be contacted at `now` (RFC 3339). Pure: the same facts and time give the same decision.
 * Block overrides hold. `until` is the first moment at which no time-based reason holds. It assumes that the other
 * reasons (a call in progress, capacity, an unknown time zone) have ended by then, and is null if there are only those.
 * Throws RangeError for an invalid time. Source of the rules: docs/outreach.md.
 */
export function decidePolicy(facts: Facts, now: string): Decision {
  const nowMs = parseTimeMs(now);
  const reply = isReply(facts, nowMs);
  const timed = reply ? { reasons: [], endMs: nowMs } : findTimedReasons(facts, nowMs);
  const reasons = [
    ...findTimelessReasons(facts, reply),
    ...timed.reasons,
    ...(neverOpens(facts, timed, nowMs) ? [createReason("window_never_opened")] : []),
  ];
  if (reasons.length === 0) return { verdict: "allow", until: null, reasons };
  const blocked =
    reasons.some(isBlocking) || (!reply && facts.budget !== null && facts.budget.used >= facts.budget.max);
  if (blocked) return { verdict: "block", until: null, reasons };
  const until = timed.endMs === null || timed.endMs <= nowMs ? null : new Date(timed.endMs).toISOString();
  return { verdict: "hold", until, reasons };
}

/**
 * Whether the text is a reply to the contact's own text. A reply belongs to a conversation that the contact began, so it
 * needs no consent and no window, and attempt caps do not apply. A later revocation of consent ends this. A campaign's
 * text is never a reply.
 */
function isReply(facts: Facts, nowMs: number): boolean {
  const { channel, lastInboundTextAt, consent } = facts;
  if (channel !== "text" || lastInboundTextAt === null || isCampaigns(facts)) return false;
  const textedMs = parseTimeMs(lastInboundTextAt);
  const revokedSince =
    consent.state === "revoked" && (consent.at === null || parseTimeMs(consent.at) > textedMs);
  return nowMs - textedMs < REPLY_MS && !revokedSince;
}

/** Whether the facts are a campaign's. Only campaigns have a window or a budget. */
const isCampaigns = ({ window, budget }: Facts): boolean => window !== null || budget !== null;

/** The reasons that do not depend on the time. */
function findTimelessReasons(facts: Facts, reply: boolean): Reason[] {
  const reasons: Reason[] = [];
  if (facts.suppressed.includes(facts.channel)) reasons.push(createReason("suppressed"));
  if (!reply && facts.consent.state === "unknown") reasons.push(createReason("no_consent"));
  if (!reply && facts.consent.state === "revoked") reasons.push(createReason("consent_revoked"));
  if (!facts.isAgentLive) reasons.push(createReason("agent_not_live"));
  if (!facts.isCarrierAvailable) reasons.push(createReason("carrier_unavailable"));
  // A text that was requested within a conversation does not start a second one.
  if (!facts.isRequested && facts.isBusy) reasons.push(createReason("call_in_progress"));
  if (!facts.hasCapacity) reasons.push(createReason("capacity"));
  return reasons;
}

/** The reasons that end at some moment: attempts and hours. */
function findTimedReasons(facts: Facts, nowMs: number): TimedReasons {
  const reasons: Reason[] = [];
  const cappedMs = facts.isRequested ? Number.NEGATIVE_INFINITY : capsEndMs(facts.attempts, capsOf(facts));
  const pausedMs = pauseEndMs(facts.budget);
  const triedMs = Math.max(cappedMs, pausedMs, nowMs);
  if (facts.budget !== null && facts.budget.used >= facts.budget.max)
    reasons.push(createReason("attempt_budget_used"));
  else if (cappedMs > nowMs) reasons.push(createReason("too_many_attempts", triedMs));
  else if (pausedMs > nowMs) reasons.push(createReason("campaign_pause", pausedMs));

  const hours = hoursOf(facts, nowMs);
  const endsMs = facts.endsAt === null ? nowMs : parseTimeMs(facts.endsAt);
  // A campaign that has already ended does not close the hours.
  const limitMs = endsMs > nowMs ? endsMs : undefined;
  const openMs = hours && findCommonOpening(hours, nowMs, limitMs);
  if (hours === null) return { reasons: [...reasons, createReason("unknown_timezone")], endMs: triedMs };
  if (openMs !== nowMs) reasons.push(createReason("outside_window", openMs));
  return { reasons, endMs: triedMs === nowMs ? openMs : findCommonOpening(hours, triedMs, limitMs) };
}

/** Whether the campaign ends before all time-based reasons end. */
function neverOpens({ endsAt }: Facts, { endMs }: TimedReasons, nowMs: number): boolean {
  if (endMs === null) return true;
  return endsAt !== null && Math.max(endMs, nowMs) >= parseTimeMs(endsAt);
}

/** The product's caps, and the legal caps of the contact's region. */
export const capsOf = ({ region, purpose }: Pick<Facts, "region" | "purpose">): readonly Cap[] => [
  ...CAPS,
  ...regionCaps(region, purpose),
];

/** The hours that must all be open. Null if the contact's time zone is unknown. */
export function hoursOf(
  { timezone, region, purpose, window }: Pick<Facts, "timezone" | "region" | "purpose" | "window">,
  nowMs: number,
): Hours[] | null {
  if (timezone === null || offsetPeriodAt(timezone, nowMs) === null) return null;
  const legal = { zone: timezone, week: legalWeek(region, purpose) };
  if (window === null) return [legal];
  return [legal, { zone: window.timezone === "callee" ? timezone : window.timezone, week: weekOf(window) }];
}
