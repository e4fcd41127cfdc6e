/**
 * Clears restored data whose key is missing or newer than the data. It was erased or deleted after the time
 * `$1` of the data, so it cannot be decrypted. Unreadable contacts are deleted; calls are emptied. Each
 * statement takes the time.
 */
const hasNoKey = (row: string, subject: string) => `NOT EXISTS (SELECT FROM subject_keys k
  WHERE k.workspace_id = ${row}.workspace_id AND k.subject_id = ${row}.${subject} AND k.created_at <= $1::timestamptz)`;

export const CLEAR_WITHOUT_KEY: readonly string[] = [
  `DELETE FROM consents x WHERE ${hasNoKey("x", "contact_id")}`,
  `DELETE FROM callbacks x WHERE ${hasNoKey("x", "subject_id")}`,
  `UPDATE campaign_contacts x SET variables = NULL WHERE variables IS NOT NULL AND ${hasNoKey("x", "contact_id")}`,
  `UPDATE texts x SET body = NULL, error_code = 'erased',
     state = CASE WHEN direction = 'outbound' AND state IN ('queued', 'sending') THEN 'failed' ELSE state END
   WHERE body IS NOT NULL AND ${hasNoKey("x", "contact_id")}`,
  `UPDATE exports x SET status = 'withdrawn' WHERE status IN ('queued', 'running', 'completed') AND ${hasNoKey("x", "id")}`,
  `UPDATE recordings x SET state = 'removing' WHERE ${hasNoKey("x", "subject_id")}`,
  `UPDATE calls x SET erased_at = COALESCE(erased_at, now()), from_number = NULL, to_number = NULL, metadata = NULL,
     initial_variables = NULL, notes = NULL, summary = NULL, variables = NULL, transcript = NULL, words = '{}', tags = '{}',
     contact_hash = NULL, pinned_sensitive = '{}',
     recording = CASE WHEN recording->>'state' = 'recorded' THEN recording || '{"state": "erased", "expires_at": null}' ELSE recording END,
     status = CASE WHEN ended_at IS NULL AND settled_at IS NULL THEN 'failed' ELSE status END,
     end_reason = CASE WHEN settled_at IS NULL THEN COALESCE(end_reason, 'interrupted_by_restart') ELSE end_reason END,
     outcome_tag = CASE WHEN settled_at IS NULL THEN COALESCE(outcome_tag, 'failed') ELSE outcome_tag END,
     outcome_successful = CASE WHEN settled_at IS NULL THEN COALESCE(outcome_successful, false) ELSE outcome_successful END,
     ended_at = CASE WHEN settled_at IS NULL THEN COALESCE(ended_at, now()) ELSE ended_at END,
     settled_at = COALESCE(settled_at, now())
   WHERE (from_number IS NOT NULL OR to_number IS NOT NULL OR metadata IS NOT NULL OR initial_variables IS NOT NULL
     OR notes IS NOT NULL OR summary IS NOT NULL OR variables IS NOT NULL OR transcript IS NOT NULL OR settled_at IS NULL)
     AND ${hasNoKey("x", "subject_id")}`,
  `DELETE FROM call_turns x USING calls c WHERE c.workspace_id = x.workspace_id AND c.id = x.call_id AND ${hasNoKey("c", "subject_id")}`,
  `DELETE FROM call_comments x USING calls c WHERE c.workspace_id = x.workspace_id AND c.id = x.call_id AND ${hasNoKey("c", "subject_id")}`,
  `DELETE FROM call_scores x USING calls c WHERE c.workspace_id = x.workspace_id AND c.id = x.call_id AND ${hasNoKey("c", "subject_id")}`,
  `DELETE FROM call_sip_messages x USING calls c WHERE c.workspace_id = x.workspace_id AND c.id = x.call_id AND ${hasNoKey("c", "subject_id")}`,
  `DELETE FROM call_sessions x USING calls c WHERE c.workspace_id = x.workspace_id AND c.id = x.call_id AND ${hasNoKey("c", "subject_id")}`,
  `DELETE FROM contacts x WHERE ${hasNoKey("x", "id")}`,
];
