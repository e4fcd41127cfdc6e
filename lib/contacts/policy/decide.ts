import { CAPS, type Cap, capsEnd, pauseEnd } from "./attempts";
import type { Facts } from "./facts";
import { commonOpening, DAY_MS, type Hours, weekOf } from "./hours";
import { momentOf } from "./moment";
import { because, blocks } from "./reasons";
import { legalWeek, regionCaps } from "./regions";
import type { Decision, Reason } from "./schema";
import { stretchAt } from "./zone-offsets";

/** Source: product.md, suppression: how long after the contact's own text an answer to it is a reply. */
const REPLY_MS = DAY_MS;

/** What the clock alone will end: the reasons, and the first moment at which all of them have; null if that never comes. */
type Clocked = { reasons: Reason[]; endMs: number | null };

/**
 * Whether a contact may be contacted at `now` (RFC 3339). Pure: the same facts at the same moment are decided the same,
 * wherever they are asked. Block beats hold. `until` is the first moment at which the clock holds nobody back any more;
 * what no clock ends (a call going on, capacity, an unknown zone) is taken to have ended by then, and null stands where
 * there is nothing else. Throws RangeError for a time that is none. Source of the rules: docs/outreach.md.
 */
export function decide(facts: Facts, now: string): Decision {
  const nowMs = momentOf(now);
  const reply = isReply(facts, nowMs);
  const clocked = reply ? { reasons: [], endMs: nowMs } : byTheClock(facts, nowMs);
  const reasons = [
    ...standing(facts, reply),
    ...clocked.reasons,
    ...(neverOpens(facts, clocked, nowMs) ? [because.plainly("window_never_opened")] : []),
  ];
  if (reasons.length === 0) return { verdict: "allow", until: null, reasons };
  const blocked =
    reasons.some(blocks) || (!reply && facts.budget !== null && facts.budget.used >= facts.budget.max);
  if (blocked) return { verdict: "block", until: null, reasons };
  const until =
    clocked.endMs === null || clocked.endMs <= nowMs ? null : new Date(clocked.endMs).toISOString();
  return { verdict: "hold", until, reasons };
}

/**
 * An answer to the contact's own text is part of a conversation that the contact began: it needs no consent and no
 * window, and what limits attempts to begin one does not limit it. A consent that was taken back since ends that. What a
 * campaign sends answers nobody, whoever wrote before.
 */
function isReply(facts: Facts, nowMs: number): boolean {
  const { channel, lastInboundTextAt, consent } = facts;
  if (channel !== "text" || lastInboundTextAt === null || isCampaigns(facts)) return false;
  const textedMs = momentOf(lastInboundTextAt);
  const revokedSince =
    consent.state === "revoked" && (consent.at === null || momentOf(consent.at) > textedMs);
  return nowMs - textedMs < REPLY_MS && !revokedSince;
}

/** Whether a campaign asks: it alone has a window or a budget. */
const isCampaigns = ({ window, budget }: Facts): boolean => window !== null || budget !== null;

/** What holds whatever the time is. */
function standing(facts: Facts, reply: boolean): Reason[] {
  const reasons: Reason[] = [];
  if (facts.suppressed.includes(facts.channel)) reasons.push(because.plainly("suppressed"));
  if (!reply && facts.consent.state === "unknown") reasons.push(because.plainly("no_consent"));
  if (!reply && facts.consent.state === "revoked") reasons.push(because.plainly("consent_revoked"));
  if (!facts.agentLive) reasons.push(because.plainly("agent_not_live"));
  if (!facts.carrierAvailable) reasons.push(because.plainly("carrier_unavailable"));
  // What is asked for within a conversation begins none beside it.
  if (!facts.requested && facts.busy) reasons.push(because.plainly("call_in_progress"));
  if (!facts.capacity) reasons.push(because.plainly("capacity"));
  return reasons;
}

/** What holds until some moment: attempts, and the hours. */
function byTheClock(facts: Facts, nowMs: number): Clocked {
  const reasons: Reason[] = [];
  const cappedMs = facts.requested ? Number.NEGATIVE_INFINITY : capsEnd(facts.attempts, capsOf(facts));
  const pausedMs = pauseEnd(facts.budget);
  const triedMs = Math.max(cappedMs, pausedMs, nowMs);
  if (facts.budget !== null && facts.budget.used >= facts.budget.max) reasons.push(because.budgetUsedUp());
  else if (cappedMs > nowMs) reasons.push(because.until("too_many_attempts", triedMs));
  else if (pausedMs > nowMs) reasons.push(because.pause(pausedMs));

  const hours = hoursOf(facts, nowMs);
  const endsMs = facts.endsAt === null ? nowMs : momentOf(facts.endsAt);
  // What has ended already is no reason to call the hours closed.
  const limitMs = endsMs > nowMs ? endsMs : undefined;
  const openMs = hours && commonOpening(hours, nowMs, limitMs);
  if (hours === null) return { reasons: [...reasons, because.plainly("unknown_timezone")], endMs: triedMs };
  if (openMs !== nowMs) reasons.push(because.until("outside_window", openMs));
  return { reasons, endMs: triedMs === nowMs ? openMs : commonOpening(hours, triedMs, limitMs) };
}

/** Whether all that is left of the time passes before the clock lets anybody through. */
function neverOpens({ endsAt }: Facts, { endMs }: Clocked, nowMs: number): boolean {
  if (endMs === null) return true;
  return endsAt !== null && Math.max(endMs, nowMs) >= momentOf(endsAt);
}

/** The product's caps, and those of the law where the contact is. */
export const capsOf = ({ region, purpose }: Pick<Facts, "region" | "purpose">): readonly Cap[] => [
  ...CAPS,
  ...regionCaps(region, purpose),
];

/** The hours that must all be open; null where the contact's zone is not known. */
export function hoursOf(
  { timezone, region, purpose, window }: Pick<Facts, "timezone" | "region" | "purpose" | "window">,
  nowMs: number,
): Hours[] | null {
  if (timezone === null || stretchAt(timezone, nowMs) === null) return null;
  const legal = { zone: timezone, week: legalWeek(region, purpose) };
  if (window === null) return [legal];
  return [legal, { zone: window.timezone === "callee" ? timezone : window.timezone, week: weekOf(window) }];
}
