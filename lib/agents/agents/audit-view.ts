import type { AuditView } from "@/lib/platform/audit";
import { digestOf } from "./digest";
import type { AgentRow } from "./read";
import type { AgentConfig, AgentPolicy } from "./schema";

type Audited = Pick<AgentRow, "name" | "status" | "draft" | "draft_digest" | "policy" | "live_version">;

/**
 * The agent as the audit log stores it. Free texts are stored as digests, as a prompt can contain names and
 * numbers. A digest shows that a text changed, and which version contains it.
 */
export const auditView = (row: Audited): AuditView => ({
  name: row.name,
  type: row.draft.type,
  status: row.status,
  draft_digest: row.draft_digest,
  disclosure_enabled: row.draft.disclosure.enabled,
  sensitive: row.draft.variables.filter(({ sensitive }) => sensitive).map(({ name }) => name),
  recording: recordingView(row.policy),
  transcript: row.policy.transcript,
  live_version: row.live_version,
});

function recordingView({ recording: { announcement, ...recording } }: AgentPolicy): AuditView {
  return { ...recording, announcement_digest: digestOf(announcement) };
}

/** Names of the fields in which two configurations differ. */
export const changedFields = (before: AgentConfig, after: AgentConfig): string[] =>
  (Object.keys(after) as (keyof AgentConfig)[])
    .filter((field) => digestOf(before[field]) !== digestOf(after[field]))
    .sort();
