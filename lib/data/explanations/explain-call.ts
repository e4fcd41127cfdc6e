import { readCallItems, readSensitiveNames } from "@/lib/calls/calls";
import type { CallItem } from "@/lib/calls/calls/schema";
import { readRegion } from "@/lib/contacts/policy";
import { readAttemptOfCall } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { notFound } from "@/lib/platform/errors";
import { accessFindings, readAuditTrail } from "./audit-trail";
import { consentFinding } from "./consent-finding";
import { createExplanation, finding } from "./finding";
import { hoursFinding } from "./hours-finding";
import { keptFindings } from "./kept-findings";
import { maskingFindings } from "./masking-findings";
import { recordingFindings } from "./recording-findings";
import type { Explanation, ExplanationFinding, FindingEvidence } from "./schema";

/** Actions after which a campaign makes calls. */
const STARTING_ACTIONS = ["campaign.launched", "campaign.resumed"];

type Attempt = Awaited<ReturnType<typeof readAttemptOfCall>>;

/** Whether the contact policy decides on a call: the agent begins it, by telephone or text. */
const isOutreach = ({ direction, channel }: CallItem): boolean =>
  direction === "outbound" && (channel === "phone" || channel === "sms");

/**
 * The decision that allowed or blocked a call, with the campaign that it belongs to. None for outreach without a record of
 * the decision, as nothing proves that it was made.
 */
async function decisionFindings(ctx: Ctx, call: CallItem, attempt: Attempt): Promise<ExplanationFinding[]> {
  const { status, reasons, campaign_id: campaignId, created_at: createdAt } = call;
  if (!isOutreach(call))
    return [finding("decision", call.direction === "inbound" ? "call_received" : "call_tested")];
  if (status !== "blocked" && attempt === undefined) return [];
  const evidence: FindingEvidence[] =
    campaignId === null ? [] : [{ kind: "campaign", id: campaignId, at: null, at_ms: null }];
  if (attempt !== undefined)
    evidence.push({ kind: "attempt", id: String(attempt.number), at: attempt.claimed_at, at_ms: null });
  const targets = campaignId === null ? [] : [campaignId];
  const audit = await readAuditTrail(ctx, { targets, actions: STARTING_ACTIONS });
  const at = attempt?.claimed_at ?? createdAt;
  if (status !== "blocked") return [finding("decision", "call_allowed", { at, evidence, audit })];
  const blocks = reasons.map(({ code, reason = null, message, until = null }) => ({
    code,
    reason,
    message,
    until,
    count: null,
  }));
  return [finding("decision", "call_blocked", { at, evidence, audit, reasons: blocks })];
}

/** The consent and the hours that outreach relied on. A deleted contact has neither. */
async function outreachFindings(ctx: Ctx, call: CallItem, attempt: Attempt, region: string | null) {
  const { contact_id: contactId, purpose, channel } = call;
  if (!isOutreach(call) || contactId === null) return [];
  const outreach = {
    contactId,
    purpose,
    channel: channel === "phone" ? ("call" as const) : ("text" as const),
  };
  const decidedAt = attempt?.placed_at ?? attempt?.claimed_at ?? call.created_at;
  return [await consentFinding(ctx, outreach, decidedAt), hoursFinding([region], purpose)];
}

/**
 * Explains a call: the decision on it, the consent and the law that it relied on, its recording, its masked variables, how
 * long it is kept, and who looked at it. Throws `not_found`.
 */
export async function explainCall(ctx: Ctx, id: string): Promise<Explanation> {
  const open = (await readCallItems(ctx, [id])).get(id);
  if (open === undefined) throw notFound();
  const call = await open();
  const region = call.contact_id === null ? null : await readRegion(ctx, call.contact_id);
  const attempt = isOutreach(call) ? await readAttemptOfCall(ctx, id) : undefined;
  const parts = await Promise.all([
    decisionFindings(ctx, call, attempt),
    outreachFindings(ctx, call, attempt, region),
    recordingFindings(call, region),
    readSensitiveNames(ctx, id).then((sensitive) => maskingFindings(call, sensitive)),
    keptFindings(ctx, call),
    accessFindings(ctx, { path: `/calls/${id}`, id }),
  ]);
  return createExplanation(ctx, { kind: "call", id }, parts.flat());
}
