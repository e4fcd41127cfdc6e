-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "running_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "secret_fingerprints" (
    "name" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,

    CONSTRAINT "secret_fingerprints_pkey" PRIMARY KEY ("name")
);

-- Everything that parley_app may do is listed here. A privilege that is removed from the list is revoked.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO parley_app;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM parley_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  users, sessions, second_factors, recovery_codes, password_resets, staff, staff_sessions,
  rate_limits, event_streams, worker_heartbeats, voice_gateways,
  workspaces, workspace_keys, subject_keys, key_rotations, customer_keys, key_imports,
  members, invitations, api_keys, sso_connections, sso_domains, sso_requests, notices,
  agents, tools, integrations, phone_numbers,
  calls, call_turns, call_sessions, call_comments, callbacks, recordings, texts,
  contacts, suppressions, imports, import_chunks, import_rejected_parts, campaigns, campaign_contacts, attempts,
  webhook_endpoints, webhook_deliveries, exports, saved_views, analytics_rollups, idempotency_keys
TO parley_app;
-- Written once: added and removed, and not changed.
GRANT SELECT, INSERT, DELETE ON consents, sso_assertions, deferred_texts, webhook_events, analytics_changes TO parley_app;
-- An erasure seals a consent's text under a new key. It changes these columns only.
GRANT UPDATE (wording, evidence) ON consents TO parley_app;
-- Not removed: the record of who was given access, the receipts of erasures, and the state of the figures.
GRANT SELECT, INSERT, UPDATE ON staff_tickets, deletions, analytics_state TO parley_app;
GRANT SELECT, INSERT ON agent_versions, agent_rollbacks TO parley_app;
-- Written by functions and triggers only.
GRANT SELECT ON audit_events, audit_heads, key_ids, campaign_counts TO parley_app;
GRANT SELECT, UPDATE ON storage_sweeps TO parley_app;
GRANT SELECT, INSERT, DELETE ON secret_fingerprints TO parley_app;
GRANT USAGE ON SEQUENCE analytics_changes_id_seq TO parley_app;

COMMENT ON TABLE secret_fingerprints IS 'Hashes of the key files in DATA_DIR/secrets: a machine with other files does not start with this database.';
