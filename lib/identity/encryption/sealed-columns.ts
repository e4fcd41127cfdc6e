/** The key that protects a column of bytes. */
export type ColumnProtection =
  /** A subject key, of one contact or one call: identities and conversations. */
  | "subject"
  /** The workspace's data key, which rotates and can be wrapped with a customer key. */
  | "workspace"
  /** A key derived from the index key, which also works while the workspace is locked. */
  | "lock-exempt"
  /** The root key. */
  | "root"
  /** Not sealed: a keyed hash, or a hash of a random value. */
  | "hash";

/**
 * Every column of bytes in the database with its protection. A test compares this list with the database, so
 * that new columns must be added here. docs/security.md lists them.
 */
export const BYTE_COLUMNS: Readonly<Record<string, ColumnProtection>> = {
  "api_keys.digest": "workspace",
  "api_keys.previous_digest": "workspace",
  "attempts.busy": "hash",
  "attempts.contact_hash": "hash",
  "audit_events.hash": "hash",
  "audit_events.previous": "hash",
  "audit_heads.hash": "hash",
  "call_comments.text": "subject",
  "call_scores.content": "subject",
  "call_sessions.state": "subject",
  "call_sip_messages.messages": "subject",
  "call_turns.sealed": "subject",
  "callbacks.contact_hash": "hash",
  "callbacks.number": "subject",
  "callbacks.reason": "subject",
  "calls.contact_hash": "hash",
  "calls.from_number": "subject",
  "calls.initial_variables": "subject",
  "calls.metadata": "subject",
  "calls.notes": "subject",
  "calls.summary": "subject",
  "calls.to_number": "subject",
  "calls.transcript": "subject",
  "calls.variables": "subject",
  "campaign_contacts.variables": "subject",
  "consents.evidence": "subject",
  "consents.wording": "subject",
  "contacts.attributes": "subject",
  "contacts.name": "subject",
  "contacts.number": "subject",
  "contacts.number_hash": "hash",
  "customer_keys.check_value": "hash",
  "customer_keys.material": "root",
  "deletions.contact_hash": "hash",
  "deferred_texts.contact_hash": "hash",
  "deferred_texts.sealed": "lock-exempt",
  "idempotency_keys.request_hash": "hash",
  "idempotency_keys.scope": "hash",
  "import_chunks.sealed": "workspace",
  "import_rejected_parts.sealed": "subject",
  "integrations.secret": "workspace",
  "invitations.email": "workspace",
  "invitations.email_hash": "hash",
  "invitations.token_hash": "hash",
  "key_imports.private_key": "root",
  "password_resets.token_hash": "hash",
  "recordings.peaks": "subject",
  "recovery_codes.code_hash": "hash",
  "saved_views.content": "workspace",
  "second_factors.secret": "root",
  "sso_assertions.assertion_hash": "hash",
  "sso_connections.break_glass_hash": "hash",
  "sso_requests.code_hash": "hash",
  "sso_requests.identity": "lock-exempt",
  "sso_requests.relay_hash": "hash",
  "staff.link_hash": "hash",
  "staff_sessions.token_hash": "hash",
  "subject_keys.wrapped": "workspace",
  "suite_results.conversation": "workspace",
  "suite_runs.cases": "workspace",
  "suites.cases": "workspace",
  "suppressions.contact_hash": "hash",
  "texts.body": "subject",
  "webhook_endpoints.previous_secret": "workspace",
  "webhook_endpoints.secret": "workspace",
  "workspace_keys.wrapped": "root",
};

/** A column sealed with the data key, other than subject keys, with the parts of its field reference. */
export type ResealedColumn = {
  table:
    | "api_keys"
    | "integrations"
    | "import_chunks"
    | "invitations"
    | "saved_views"
    | "suite_results"
    | "suite_runs"
    | "suites"
    | "webhook_endpoints";
  column: string;
  /** The columns that identify a row. */
  keyColumns: readonly [string, ...string[]];
  /**
   * The column whose value is the `field` of the field reference; if omitted, the field is the column's name.
   */
  fieldColumn?: string;
};

/**
 * Columns that a rotation reseals, besides the subject keys. Each table has a trigger that locks the key that
 * its values use. The `row` of a field reference is the first of `keyColumns`.
 */
export const RESEALED_COLUMNS: readonly ResealedColumn[] = [
  { table: "api_keys", column: "digest", keyColumns: ["id"] },
  { table: "api_keys", column: "previous_digest", keyColumns: ["id"] },
  { table: "integrations", column: "secret", keyColumns: ["id"] },
  { table: "invitations", column: "email", keyColumns: ["id"] },
  { table: "saved_views", column: "content", keyColumns: ["id"] },
  { table: "suites", column: "cases", keyColumns: ["id"] },
  { table: "suite_runs", column: "cases", keyColumns: ["id"] },
  { table: "suite_results", column: "conversation", keyColumns: ["key"] },
  { table: "webhook_endpoints", column: "secret", keyColumns: ["id"] },
  { table: "webhook_endpoints", column: "previous_secret", keyColumns: ["id"] },
  { table: "import_chunks", column: "sealed", keyColumns: ["import_id", "part"], fieldColumn: "part" },
];
