import type { ExplainedDecision } from "@/lib/contacts/policy/schema";
import { listDeletions } from "@/lib/data/erasure";
import type { Deletion } from "@/lib/data/erasure/schema";
import { hasCapability } from "@/lib/identity/access";
import type { Ctx } from "@/lib/platform/context";
import { accessFindings, readAuditTrail, readContactExports } from "./audit-trail";
import { consentFinding } from "./consent-finding";
import { decideNow } from "./decide-now";
import { createExplanation, finding } from "./finding";
import { hoursFinding } from "./hours-finding";
import type { Explanation, ExplanationFinding, FindingCode } from "./schema";

const VERDICTS = {
  allow: "contact_allowed",
  hold: "contact_held",
  block: "contact_blocked",
} as const satisfies Record<ExplainedDecision["verdict"], FindingCode>;

const DELETIONS = {
  scheduled: "erasure_running",
  running: "erasure_running",
  blocked: "erasure_blocked",
  completed: "erasure_completed",
} as const satisfies Record<Deletion["status"], FindingCode>;

/** Deletions shown; the list of deletions has all. */
const MAX_DELETIONS = 5;
const [DAY, WEEK] = [1, 7];

const decisionFinding = ({ verdict, until, reasons, decided_at }: ExplainedDecision): ExplanationFinding =>
  finding("decision", VERDICTS[verdict], {
    at: decided_at,
    until,
    reasons: reasons.map(({ code, reason, message, until: ends }) => ({
      code,
      reason,
      message,
      until: ends ?? null,
      count: null,
    })),
  });

async function suppressionFinding(
  ctx: Ctx,
  { contact_id: id, suppressed }: ExplainedDecision,
): Promise<ExplanationFinding> {
  const audit = await readAuditTrail(ctx, {
    targets: [id],
    actions: ["contact.suppressed", "contact.unsuppressed"],
  });
  return finding("suppression", suppressed.length === 0 ? "not_suppressed" : "suppressed", {
    names: suppressed,
    audit,
  });
}

const capsFinding = ({ attempts }: ExplainedDecision): ExplanationFinding =>
  finding("caps", "attempt_caps", {
    caps: [
      { max: attempts.max_day, days: DAY, used: attempts.last_day },
      { max: attempts.max_week, days: WEEK, used: attempts.last_week },
    ],
  });

/** The erasures of the contact's data, for roles that can see deletions. */
async function erasureFindings(ctx: Ctx, contactId: string): Promise<ExplanationFinding[]> {
  if (!hasCapability(ctx.actor.role, "contacts.erase")) return [];
  const page = { contact_id: contactId, limit: MAX_DELETIONS };
  const { data } = await listDeletions(ctx, page);
  return Promise.all(
    data.map(async ({ id, status, requested_at, completed_at }) => {
      const removed = { targets: [contactId], actions: ["contact.data_deleted"], after: { deletion_id: id } };
      const trails = [await readAuditTrail(ctx, removed), await readAuditTrail(ctx, { targets: [id] })];
      return finding("erasure", DELETIONS[status], {
        at: completed_at ?? requested_at,
        evidence: [{ kind: "deletion", id, at: requested_at, at_ms: null }],
        audit: trails.flat(),
      });
    }),
  );
}

/**
 * Explains whether a contact (by id or number) can be reached now, and the consent, law, suppressions and erasures behind
 * that, and who looked at it. Throws `not_found`.
 */
export async function explainContact(
  ctx: Ctx,
  ref: string,
  query: Parameters<typeof decideNow>[2],
): Promise<Explanation> {
  const decision = await decideNow(ctx, ref, query);
  const { contact_id: id, purpose, channel, region, suppressed, decided_at: decidedAt } = decision;
  const parts = await Promise.all([
    [decisionFinding(decision), hoursFinding([region], purpose), capsFinding(decision)],
    consentFinding(ctx, { contactId: id, purpose, channel, suppressed }, decidedAt).then((consent) => [
      consent,
    ]),
    suppressionFinding(ctx, decision).then((suppression) => [suppression]),
    erasureFindings(ctx, id),
    readContactExports(ctx, id).then((exports) =>
      accessFindings(ctx, { path: `/contacts/${id}`, id }, exports),
    ),
  ]);
  return createExplanation(ctx, { kind: "contact", id }, parts.flat());
}
