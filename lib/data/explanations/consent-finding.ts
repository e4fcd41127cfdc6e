import { findConsentAt } from "@/lib/contacts/consent";
import type { ConsentChannel } from "@/lib/contacts/consent/schema";
import type { OutreachPurpose } from "@/lib/contacts/policy/schema";
import type { Ctx } from "@/lib/platform/context";
import { readAuditTrail } from "./audit-trail";
import { finding } from "./finding";
import type { ExplanationFinding, FindingCode } from "./schema";

type Outreach = {
  contactId: string;
  purpose: OutreachPurpose;
  channel: ConsentChannel;
  /** The channels of the contact's suppression at that time, such as after an opt-out; none by default. */
  suppressed?: readonly ConsentChannel[];
};

/** A suppression overrides a consent, so a consent is never stated alone beside it. */
function codeOf(isGranted: boolean, isSuppressed: boolean): FindingCode {
  if (!isGranted) return "consent_revoked";
  return isSuppressed ? "consent_suppressed" : "consent_granted";
}

/** The consent that outreach at a time relies on, with the entry of the audit log that recorded it. */
export async function consentFinding(
  ctx: Ctx,
  { contactId, purpose, channel, suppressed = [] }: Outreach,
  at: string,
): Promise<ExplanationFinding> {
  const names = [purpose, channel];
  const entry = await findConsentAt(ctx, { contact_id: contactId, purpose, channel }, at);
  if (entry === undefined) return finding("consent", "consent_missing", { names });
  const added = { targets: [contactId], actions: ["consent.changed"], after: { entry: entry.id } };
  const audit =
    entry.import_id === null
      ? await readAuditTrail(ctx, added)
      : await readAuditTrail(ctx, { targets: [entry.import_id] });
  return finding("consent", codeOf(entry.granted, suppressed.includes(channel)), {
    names,
    at: entry.at,
    evidence: [{ kind: "consent", id: entry.id, at: entry.at, at_ms: null }],
    audit,
  });
}
