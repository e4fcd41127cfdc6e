-- expand

-- AlterTable
ALTER TABLE "call_sessions" ADD COLUMN     "transferred_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "caller_signature" JSONB;

-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN     "trunk_ids" JSONB,
ADD COLUMN     "waiting_reason" TEXT;

-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "merges" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "sip_placements" ADD COLUMN     "alternatives" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "country" TEXT,
ADD COLUMN     "minute_price" BIGINT,
ADD COLUMN     "tries" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "call_joins" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "accepts_recording" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'requested',
    "reason" TEXT,
    "gateway_url" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "connected_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "call_joins_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "call_sip_messages" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "messages" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_sip_messages_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "trunk_usage" (
    "workspace_id" TEXT NOT NULL,
    "integration_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "country" TEXT NOT NULL,
    "lift" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "minutes" INTEGER NOT NULL,
    "spend" BIGINT NOT NULL,

    CONSTRAINT "trunk_usage_pkey" PRIMARY KEY ("workspace_id","integration_id","hour","country","lift")
);

-- CreateTable
CREATE TABLE "suites" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_required" BOOLEAN NOT NULL,
    "repetitions" INTEGER NOT NULL,
    "min_pass_percent" INTEGER NOT NULL,
    "cases" BYTEA NOT NULL,
    "case_count" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "revision" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suites_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "suite_runs" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "suite_id" TEXT NOT NULL,
    "agent_version" INTEGER,
    "config" JSONB NOT NULL,
    "config_digest" TEXT NOT NULL,
    "cases" BYTEA NOT NULL,
    "suite_digest" TEXT NOT NULL,
    "repetitions" INTEGER NOT NULL,
    "min_pass_percent" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "total" INTEGER NOT NULL,
    "failed_cases" INTEGER,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "suite_runs_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "suite_results" (
    "key" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "case_index" INTEGER NOT NULL,
    "repetition" INTEGER NOT NULL,
    "passed" BOOLEAN NOT NULL,
    "failures" JSONB NOT NULL,
    "conversation" BYTEA,
    "reply_p50_ms" INTEGER,
    "reply_p95_ms" INTEGER,
    "turns" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suite_results_pkey" PRIMARY KEY ("workspace_id","key")
);

-- CreateIndex
CREATE INDEX "call_joins_workspace_id_call_id_state_idx" ON "call_joins"("workspace_id", "call_id", "state");

-- CreateIndex
CREATE INDEX "call_sip_messages_workspace_id_call_id_id_idx" ON "call_sip_messages"("workspace_id", "call_id", "id");

-- CreateIndex
CREATE INDEX "call_sip_messages_workspace_id_created_at_idx" ON "call_sip_messages"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "suites_workspace_id_created_at_id_idx" ON "suites"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "suites_workspace_id_agent_id_name_key" ON "suites"("workspace_id", "agent_id", "name");

-- CreateIndex
CREATE INDEX "suite_runs_workspace_id_suite_id_created_at_id_idx" ON "suite_runs"("workspace_id", "suite_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "suite_runs_workspace_id_created_at_idx" ON "suite_runs"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "suite_results_workspace_id_run_id_case_index_repetition_idx" ON "suite_results"("workspace_id", "run_id", "case_index", "repetition");

-- AddForeignKey
ALTER TABLE "call_sip_messages" ADD CONSTRAINT "call_sip_messages_workspace_id_call_id_fkey" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "calls"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "suites" ADD CONSTRAINT "suites_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "suites" ADD CONSTRAINT "suites_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "suite_runs" ADD CONSTRAINT "suite_runs_workspace_id_suite_id_fkey" FOREIGN KEY ("workspace_id", "suite_id") REFERENCES "suites"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "suite_results" ADD CONSTRAINT "suite_results_workspace_id_run_id_fkey" FOREIGN KEY ("workspace_id", "run_id") REFERENCES "suite_runs"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

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
  sip_placements, sip_registrations, trunk_usage, call_joins, suites, suite_runs, suite_results
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
-- locks: call_joins ACCESS EXCLUSIVE, trunk_usage ACCESS EXCLUSIVE, call_sip_messages ACCESS EXCLUSIVE, suites ACCESS EXCLUSIVE, suite_runs ACCESS EXCLUSIVE, suite_results ACCESS EXCLUSIVE
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
-- locks: call_joins ACCESS EXCLUSIVE
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

ALTER TABLE call_joins
  DROP CONSTRAINT IF EXISTS call_joins_kind_check,
  DROP CONSTRAINT IF EXISTS call_joins_state_check,
  ADD CONSTRAINT call_joins_kind_check CHECK (kind IN ('take_over', 'listen')),
  ADD CONSTRAINT call_joins_state_check CHECK (state IN ('requested', 'claimed', 'connected', 'ended', 'refused'));

ALTER TABLE campaigns
  DROP CONSTRAINT IF EXISTS campaigns_waiting_reason_check,
  ADD CONSTRAINT campaigns_waiting_reason_check CHECK (waiting_reason IN ('trunk_limit_reached'));

ALTER TABLE suites
  DROP CONSTRAINT IF EXISTS suites_repetitions_check,
  DROP CONSTRAINT IF EXISTS suites_min_pass_percent_check,
  ADD CONSTRAINT suites_repetitions_check CHECK (repetitions BETWEEN 1 AND 20),
  ADD CONSTRAINT suites_min_pass_percent_check CHECK (min_pass_percent BETWEEN 1 AND 100);

ALTER TABLE suite_runs
  DROP CONSTRAINT IF EXISTS suite_runs_state_check,
  ADD CONSTRAINT suite_runs_state_check CHECK (state IN ('queued', 'running', 'passed', 'failed', 'canceled', 'broken'));

CREATE OR REPLACE TRIGGER sealed_cases BEFORE INSERT OR UPDATE OF cases ON suites
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('cases');

CREATE OR REPLACE TRIGGER sealed_cases BEFORE INSERT OR UPDATE OF cases ON suite_runs
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('cases');

CREATE OR REPLACE TRIGGER sealed_conversation BEFORE INSERT OR UPDATE OF conversation ON suite_results
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('conversation');

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON suites FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

-- Without the pacing, which each step of a running campaign changes: carrier_failures, backoff_until, last_slot_at, updated_at.
CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE OF name, agent_id, channel, purpose, status, starts_at, ends_at, "window",
    max_concurrent_calls, calls_per_second, attempts, trunk_ids, failure, launched_at, completed_at
  ON campaigns FOR EACH ROW EXECUTE FUNCTION renew_revision();

COMMENT ON TABLE call_joins IS 'A member who takes over a call or listens to it, from the request to the end. The gateway that has the call''s line decides. No keys: it outlives its call until the retention sweep.';

COMMENT ON TABLE call_sip_messages IS 'SIP messages of a call over a trunk, some in each row, without secrets and masked. They belong to the operational log.';

COMMENT ON TABLE trunk_usage IS 'Ended outbound calls of a SIP trunk, by the hour (UTC) in which they were requested and the called country. The limits of the trunk read them. No keys: it outlives its integration.';

COMMENT ON TABLE suites IS 'The test cases of an agent. Its runs are conversations in memory: no call, contact or figure results from them.';

COMMENT ON TABLE suite_runs IS 'A run of a suite with one configuration of its agent.';

COMMENT ON TABLE suite_results IS 'The result of one repetition of a case.';
