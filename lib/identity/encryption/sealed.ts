/** Under which key a column of bytes lies. */
export type Keeper =
  /** The key of one contact, else of one call: what people said and who they are. */
  | "subject"
  /** The workspace's data key, which rotates and is under a customer's own. */
  | "workspace"
  /** A key that follows from the index key: opens while the workspace is locked. */
  | "standing"
  /** The root key. */
  | "root"
  /** Sealed nowhere: a hash, keyed or of something random. */
  | "hash";

/**
 * Every column of bytes in the database, and what it lies under. A test holds it against the database, so that a new
 * column is put here, and docs/security.md shows it.
 */
export const BYTE_COLUMNS: Readonly<Record<string, Keeper>> = {
  "api_keys.digest": "workspace",
  "api_keys.previous_digest": "workspace",
  "attempts.busy": "hash",
  "attempts.contact_hash": "hash",
  "audit_events.hash": "hash",
  "audit_events.previous": "hash",
  "audit_heads.hash": "hash",
  "call_sessions.state": "subject",
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
  "deferred_texts.sealed": "standing",
  "idempotency_keys.request_hash": "hash",
  "idempotency_keys.scope": "hash",
  "import_chunks.sealed": "workspace",
  "integrations.secret": "workspace",
  "invitations.email": "workspace",
  "invitations.email_hash": "hash",
  "invitations.token_hash": "hash",
  "key_imports.private_key": "root",
  "password_resets.token_hash": "hash",
  "recordings.peaks": "subject",
  "recovery_codes.code_hash": "hash",
  "second_factors.secret": "root",
  "sso_assertions.assertion_hash": "hash",
  "sso_connections.break_glass_hash": "hash",
  "sso_requests.code_hash": "hash",
  "sso_requests.identity": "standing",
  "sso_requests.relay_hash": "hash",
  "staff.link_hash": "hash",
  "staff_sessions.token_hash": "hash",
  "subject_keys.wrapped": "workspace",
  "suppressions.contact_hash": "hash",
  "texts.body": "subject",
  "webhook_endpoints.previous_secret": "workspace",
  "webhook_endpoints.secret": "workspace",
  "workspace_keys.wrapped": "root",
};

/** A column under the data key, other than the keys of subjects, and where its values are bound to. */
export type Resealed = {
  table: "api_keys" | "integrations" | "import_chunks" | "invitations" | "webhook_endpoints";
  column: string;
  /** The columns that say which row it is. */
  key: readonly [string, ...string[]];
  /** The place's row is the first of the key; its field this column's value, or the column's own name. */
  fieldFrom?: string;
};

/** What a rotation seals anew, besides the keys of subjects. The table of a column has a trigger that holds its key. */
export const RESEALED: readonly Resealed[] = [
  { table: "api_keys", column: "digest", key: ["id"] },
  { table: "api_keys", column: "previous_digest", key: ["id"] },
  { table: "integrations", column: "secret", key: ["id"] },
  { table: "invitations", column: "email", key: ["id"] },
  { table: "webhook_endpoints", column: "secret", key: ["id"] },
  { table: "webhook_endpoints", column: "previous_secret", key: ["id"] },
  { table: "import_chunks", column: "sealed", key: ["import_id", "part"], fieldFrom: "part" },
];
