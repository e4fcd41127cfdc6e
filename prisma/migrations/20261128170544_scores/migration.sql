-- expand

-- CreateTable
CREATE TABLE "call_scores" (
    "workspace_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "criterion" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "agent_id" TEXT NOT NULL,
    "agent_version" INTEGER,
    "environment" TEXT NOT NULL,
    "called_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "problem" TEXT,
    "value" DOUBLE PRECISION,
    "passed" BOOLEAN,
    "content" BYTEA,
    "model" TEXT,
    "judged_at" TIMESTAMPTZ(3),
    "marked_value" DOUBLE PRECISION,
    "marked_by" TEXT,
    "marked_at" TIMESTAMPTZ(3),

    CONSTRAINT "call_scores_pkey" PRIMARY KEY ("workspace_id","call_id","criterion","version")
);

-- CreateTable
CREATE TABLE "scorecards" (
    "workspace_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "model" TEXT,
    "criteria" JSONB NOT NULL,
    "revision" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scorecards_pkey" PRIMARY KEY ("workspace_id","agent_id")
);

-- CreateIndex
CREATE INDEX "call_scores_workspace_id_agent_id_criterion_called_at_idx" ON "call_scores"("workspace_id", "agent_id", "criterion", "called_at");

-- AddForeignKey
ALTER TABLE "call_scores" ADD CONSTRAINT "call_scores_workspace_id_call_id_fkey" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "calls"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_scores" ADD CONSTRAINT "call_scores_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "scorecards" ADD CONSTRAINT "scorecards_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

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
  webhook_endpoints, webhook_deliveries, exports, saved_views, analytics_rollups, idempotency_keys, backfills,
  sip_placements, sip_registrations, trunk_usage, call_joins, suites, suite_runs, suite_results,
  price_lists, scorecards, call_scores
TO parley_app;
-- Written once: added and removed, and not changed.
GRANT SELECT, INSERT, DELETE ON
  consents, sso_assertions, deferred_texts, webhook_events, analytics_changes, call_sip_messages
TO parley_app;
-- An erasure seals a consent's text under a new key. It changes these columns only.
GRANT UPDATE (wording, evidence) ON consents TO parley_app;
-- Not removed: the record of who was given access, the receipts of erasures, and the state of the figures.
GRANT SELECT, INSERT, UPDATE ON staff_tickets, deletions, analytics_state TO parley_app;
GRANT SELECT, INSERT ON agent_versions, agent_rollbacks TO parley_app;
-- Written by functions and triggers only.
GRANT SELECT ON audit_events, audit_heads, key_ids, campaign_counts TO parley_app;
-- Written by migrations only.
GRANT SELECT ON schema_state TO parley_app;
GRANT SELECT, UPDATE ON storage_sweeps TO parley_app;
GRANT SELECT, INSERT, DELETE ON secret_fingerprints TO parley_app;
GRANT USAGE ON SEQUENCE analytics_changes_id_seq TO parley_app;

-- A query without a workspace returns no rows. Every table with `workspace_id` has this policy, except the two that are read to
-- find the workspace (lib/platform/db/tables.ts).
-- locks: scorecards ACCESS EXCLUSIVE, call_scores ACCESS EXCLUSIVE
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
-- locks: call_scores ACCESS EXCLUSIVE
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

ALTER TABLE call_scores
  DROP CONSTRAINT IF EXISTS call_scores_kind_check,
  DROP CONSTRAINT IF EXISTS call_scores_state_check,
  ADD CONSTRAINT call_scores_kind_check CHECK (kind IN ('yes_no', 'scale', 'text')),
  ADD CONSTRAINT call_scores_state_check CHECK (state IN ('judged', 'not_judged', 'pending'));

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON scorecards FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

COMMENT ON TABLE call_scores IS 'A score of a call by a version of a criterion: the judge''s and a member''s. It is deleted with the call''s content, as comments.';

COMMENT ON TABLE scorecards IS 'The criteria by which an agent''s calls are judged after they have settled. No row before the first change.';
