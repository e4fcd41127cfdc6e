-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "columns" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "rejected" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "rejected_bytes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "rejected_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "rejected_parts" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "import_rejected_parts" (
    "workspace_id" TEXT NOT NULL,
    "import_id" TEXT NOT NULL,
    "part" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "import_rejected_parts_pkey" PRIMARY KEY ("workspace_id","import_id","part")
);

-- AddForeignKey
ALTER TABLE "import_rejected_parts" ADD CONSTRAINT "import_rejected_parts_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "import_rejected_parts" ADD CONSTRAINT "import_rejected_parts_workspace_id_import_id_fkey" FOREIGN KEY ("workspace_id", "import_id") REFERENCES "imports"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Everything that parley_app may do is listed here. A privilege that is removed from the list is revoked.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO parley_app;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM parley_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  users, sessions, second_factors, recovery_codes, password_resets, staff, staff_sessions,
  rate_limits, event_streams, worker_heartbeats,
  workspaces, workspace_keys, subject_keys, key_rotations, customer_keys, key_imports,
  members, invitations, api_keys, sso_connections, sso_domains, sso_requests, notices,
  agents, tools, integrations, phone_numbers,
  calls, call_turns, call_sessions, callbacks, recordings, texts,
  contacts, suppressions, imports, import_chunks, import_rejected_parts, campaigns, campaign_contacts, attempts,
  webhook_endpoints, webhook_deliveries, exports, analytics_rollups, idempotency_keys
TO parley_app;
-- Written once: added and removed, and not changed.
GRANT SELECT, INSERT, DELETE ON consents, sso_assertions, deferred_texts, webhook_events, analytics_changes TO parley_app;
-- An erasure seals a consent's text under a new key. It changes these columns only.
GRANT UPDATE (wording, evidence) ON consents TO parley_app;
-- Not removed: the record of who was given access, the receipts of erasures, and the state of the figures.
GRANT SELECT, INSERT, UPDATE ON staff_tickets, deletions, analytics_state TO parley_app;
GRANT SELECT, INSERT ON agent_versions TO parley_app;
-- Written by functions and triggers only.
GRANT SELECT ON audit_events, audit_heads, key_ids, campaign_counts TO parley_app;
GRANT SELECT, UPDATE ON storage_sweeps TO parley_app;
GRANT USAGE ON SEQUENCE analytics_changes_id_seq TO parley_app;

-- A query without a workspace returns no rows. Every table with `workspace_id` has this policy, except the two that are read to
-- find the workspace (lib/platform/db/tables.ts).
DO $$ DECLARE t text; BEGIN
  FOR t IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('sessions', 'key_ids')
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant')
    ORDER BY c.relname
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = current_setting(''app.workspace_id'', true))', t);
  END LOOP;
END $$;

-- After an erasure: the rejected rows of every import of the environments that it covers, as only reading them would tell whether
-- they name the contact. The transaction destroys their keys.
CREATE OR REPLACE FUNCTION remove_rejected_rows_after_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN UPDATE imports SET rejected_parts = 0, rejected_bytes = 0, rejected_expires_at = NULL
    WHERE workspace_id = NEW.workspace_id AND rejected_parts > 0 AND (NEW.environment = 'live' OR environment = NEW.environment)
    RETURNING id
  LOOP
    DELETE FROM subject_keys WHERE workspace_id = NEW.workspace_id AND subject_id = one.id;
    DELETE FROM import_rejected_parts WHERE workspace_id = NEW.workspace_id AND import_id = one.id;
  END LOOP;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION remove_rejected_rows_after_erasure() FROM PUBLIC;

CREATE OR REPLACE TRIGGER remove_rejected_rows_after_erasure AFTER UPDATE ON deletions FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('running', 'completed')) EXECUTE FUNCTION remove_rejected_rows_after_erasure();

COMMENT ON TABLE imports IS 'An imported file of contacts or of a do-not-call list. Its valid rows are applied in one transaction.';

COMMENT ON TABLE import_rejected_parts IS 'The sealed parts of the CSV file of an import''s rejected rows, with a key of the import''s own.';
