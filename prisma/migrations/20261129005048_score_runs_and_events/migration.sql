-- expand

-- CreateTable
CREATE TABLE "score_runs" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "first_day" TEXT NOT NULL,
    "last_day" TEXT NOT NULL,
    "replaces" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "total" INTEGER NOT NULL,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "place" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "score_runs_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "score_runs_workspace_id_agent_id_created_at_id_idx" ON "score_runs"("workspace_id", "agent_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "score_runs" ADD CONSTRAINT "score_runs_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

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
  price_lists, cost_limits, call_costs, scorecards, call_scores, score_runs
TO parley_app;
-- Written once: added and removed, and not changed.
GRANT SELECT, INSERT, DELETE ON
  consents, sso_assertions, deferred_texts, webhook_events, analytics_changes, call_sip_messages,
  dismissed_proposals
TO parley_app;
-- An erasure seals a consent's text under a new key. It changes these columns only.
GRANT UPDATE (wording, evidence) ON consents TO parley_app;
-- Not removed: the record of who was given access, the receipts of erasures, the state of the figures, and the splits that calls name.
GRANT SELECT, INSERT, UPDATE ON staff_tickets, deletions, analytics_state, traffic_splits TO parley_app;
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
-- locks: score_runs ACCESS EXCLUSIVE
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

ALTER TABLE score_runs
  DROP CONSTRAINT IF EXISTS score_runs_state_check,
  ADD CONSTRAINT score_runs_state_check CHECK (state IN ('queued', 'running', 'completed', 'canceled', 'stopped', 'failed'));

-- A judge's answers to the criteria of a call are stored by one statement: the call has one event. A member's mark causes none. If the
-- statement inserts some answers and replaces others, each of the two has an event.
CREATE OR REPLACE FUNCTION emit_score_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM emit_webhook_event(n.workspace_id, n.environment, 'call.scored', n.call_id, max(n.judged_at))
      FROM new_rows n WHERE n.judged_at IS NOT NULL GROUP BY n.workspace_id, n.environment, n.call_id;
  ELSE
    PERFORM emit_webhook_event(n.workspace_id, n.environment, 'call.scored', n.call_id, max(n.judged_at))
      FROM new_rows n JOIN old_rows o USING (workspace_id, call_id, criterion, version)
      WHERE n.judged_at IS DISTINCT FROM o.judged_at GROUP BY n.workspace_id, n.environment, n.call_id;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_score_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_score_events_insert AFTER INSERT ON call_scores REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_score_events();

CREATE OR REPLACE TRIGGER emit_score_events_update AFTER UPDATE ON call_scores REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_score_events();

COMMENT ON TABLE score_runs IS 'A run that judges an agent''s calls of a period again.';
