-- Roles, grants and row-level security. The server connects as the owner of the database and drops to parley_app, which owns
-- nothing. docs/decisions/0003 gives the reasons.

-- Roles belong to the whole cluster: another database of it may have created this one already.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'parley_app') THEN
    CREATE ROLE parley_app NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'parley_app', 'SET') THEN
    EXECUTE format('GRANT parley_app TO %I', current_user);
  END IF;
END $$;

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

ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspaces FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON workspaces;
CREATE POLICY tenant ON workspaces USING (id = current_setting('app.workspace_id', true));

-- A person sees their memberships before a workspace is chosen.
DROP POLICY IF EXISTS own_memberships ON members;
CREATE POLICY own_memberships ON members FOR SELECT USING (user_id = current_setting('app.user_id', true));

-- A staff member sees their own tickets before one is chosen.
DROP POLICY IF EXISTS own_tickets ON staff_tickets;
CREATE POLICY own_tickets ON staff_tickets FOR SELECT USING (staff_id = current_setting('app.staff_id', true));

-- What the owner's SECURITY DEFINER functions read without a workspace. The functions below and in the other files return only
-- a workspace's id, or what they were asked about.
DO $$ DECLARE p record; BEGIN
  FOR p IN SELECT * FROM (VALUES
    ('workspaces', 'true'), ('sso_domains', 'true'), ('sso_connections', 'true'), ('invitations', 'true'),
    ('recordings', 'true'), ('exports', 'true'), ('integrations', 'kind = ''twilio''')
  ) AS listed (tablename, condition)
  LOOP
    EXECUTE format('DROP POLICY IF EXISTS owner_reads ON %I', p.tablename);
    EXECUTE format('CREATE POLICY owner_reads ON %I FOR SELECT TO %I USING (%s)', p.tablename, current_user, p.condition);
  END LOOP;
END $$;

-- The ids of all workspaces, for a job that visits each of them as its tenant.
CREATE OR REPLACE FUNCTION workspace_ids() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT id FROM workspaces ORDER BY id';
REVOKE ALL ON FUNCTION workspace_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_ids() TO parley_app;
