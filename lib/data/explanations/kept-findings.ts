import { readRetention } from "@/lib/calls/calls";
import type { CallItem } from "@/lib/calls/calls/schema";
import type { Ctx } from "@/lib/platform/context";
import { readAuditTrail } from "./audit-trail";
import { finding } from "./finding";
import type { ExplanationFinding } from "./schema";

const HOLD_ACTIONS = [
  ...["call.legal_hold_placed", "call.legal_hold_released"],
  ...["contact.legal_hold_placed", "contact.legal_hold_released"],
];

/** Until when a call's recording and transcript are kept, and what keeps or removed them. */
export async function keptFindings(ctx: Ctx, call: CallItem): Promise<ExplanationFinding[]> {
  const { id, contact_id: contactId, recording, erased_at: erasedAt, settled_at: settledAt } = call;
  if (erasedAt !== null) return [finding("retention", "call_erased", { at: erasedAt })];
  const row = await readRetention(ctx, id);
  if (row === undefined) return [];
  const findings: ExplanationFinding[] = [];
  if (recording.state === "recorded")
    findings.push(finding("retention", "recording_kept", { until: recording.expires_at }));
  if (recording.state === "expired")
    findings.push(finding("retention", "recording_deleted", { at: recording.expires_at }));
  if (settledAt !== null)
    findings.push(
      row.has_transcript
        ? finding("retention", "transcript_kept", { until: row.transcript_until })
        : finding("retention", "transcript_deleted"),
    );
  if (row.is_held) {
    const targets = contactId === null ? [id] : [id, contactId];
    const audit = await readAuditTrail(ctx, { targets, actions: HOLD_ACTIONS });
    findings.push(finding("retention", "kept_by_hold", { audit }));
  }
  return findings;
}
