-- CreateTable
CREATE TABLE "call_comments" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "author_type" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "text" BYTEA NOT NULL,
    "turn_index" INTEGER,
    "offset_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "call_comments_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "saved_views" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "call_comments_workspace_id_call_id_created_at_id_idx" ON "call_comments"("workspace_id", "call_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "saved_views_workspace_id_environment_created_at_id_idx" ON "saved_views"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "call_comments" ADD CONSTRAINT "call_comments_workspace_id_call_id_fkey" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "calls"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

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
  calls, call_turns, call_sessions, call_comments, callbacks, recordings, texts,
  contacts, suppressions, imports, import_chunks, campaigns, campaign_contacts, attempts,
  webhook_endpoints, webhook_deliveries, exports, saved_views, analytics_rollups, idempotency_keys
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

-- Every table with an environment has one of the two.
DO $$ DECLARE t record; BEGIN
  FOR t IN
    SELECT c.relname, a.attnotnull FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'environment' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.conname = c.relname || '_environment_check')
    ORDER BY c.relname
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (environment IN (''live'', ''test''))', t.relname, t.relname || '_environment_check');
  END LOOP;
END $$;

ALTER TABLE call_comments
  DROP CONSTRAINT IF EXISTS call_comments_author_type_check,
  DROP CONSTRAINT IF EXISTS call_comments_position_check,
  ADD CONSTRAINT call_comments_author_type_check CHECK (author_type IN ('key', 'member')),
  ADD CONSTRAINT call_comments_position_check CHECK (turn_index IS NULL OR offset_ms IS NULL);

ALTER TABLE saved_views
  DROP CONSTRAINT IF EXISTS saved_views_resource_check,
  ADD CONSTRAINT saved_views_resource_check CHECK (resource IN ('calls', 'contacts'));

CREATE OR REPLACE TRIGGER sealed_content BEFORE INSERT OR UPDATE OF content ON saved_views
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('content');

COMMENT ON TABLE call_comments IS 'A comment on a call, at most 200 a call. It is deleted with the call''s content: at an erasure, at the end of the transcript''s retention period, and when an agent keeps no transcript.';

COMMENT ON TABLE saved_views IS 'A named set of filters of a list. A private view is deleted with its owner''s membership; a shared one stays.';
