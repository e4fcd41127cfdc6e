-- expand

-- AlterTable
ALTER TABLE "voice_gateways" ADD COLUMN     "carries_sip" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "sip_placements" (
    "key" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "integration_id" TEXT NOT NULL,
    "from_number" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'requested',
    "gateway_id" TEXT,
    "is_hang_up_due" BOOLEAN NOT NULL DEFAULT false,
    "sip_status" INTEGER,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sip_placements_pkey" PRIMARY KEY ("workspace_id","key")
);

-- CreateTable
CREATE TABLE "sip_registrations" (
    "workspace_id" TEXT NOT NULL,
    "integration_id" TEXT NOT NULL,
    "gateway_id" TEXT NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'registering',
    "detail" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sip_registrations_pkey" PRIMARY KEY ("workspace_id","integration_id")
);

-- CreateIndex
CREATE INDEX "sip_placements_workspace_id_integration_id_state_idx" ON "sip_placements"("workspace_id", "integration_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "sip_placements_workspace_id_call_id_key" ON "sip_placements"("workspace_id", "call_id");

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
  sip_placements, sip_registrations
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
-- Written by migrations only.
GRANT SELECT ON schema_state TO parley_app;
GRANT SELECT, UPDATE ON storage_sweeps TO parley_app;
GRANT SELECT, INSERT, DELETE ON secret_fingerprints TO parley_app;
GRANT USAGE ON SEQUENCE analytics_changes_id_seq TO parley_app;

-- A query without a workspace returns no rows. Every table with `workspace_id` has this policy, except the two that are read to
-- find the workspace (lib/platform/db/tables.ts).
-- locks: sip_placements ACCESS EXCLUSIVE, sip_registrations ACCESS EXCLUSIVE
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

-- What the functions below read without a workspace.
-- locks: integrations ACCESS EXCLUSIVE, sip_placements ACCESS EXCLUSIVE
DO $$ DECLARE p record; BEGIN
  FOR p IN SELECT * FROM (VALUES ('integrations', 'kind = ''sip'''), ('sip_placements', 'true')) AS listed (tablename, condition)
  LOOP
    EXECUTE format('DROP POLICY IF EXISTS owner_reads_sip ON %I', p.tablename);
    EXECUTE format('CREATE POLICY owner_reads_sip ON %I FOR SELECT TO %I USING (%s)', p.tablename, current_user, p.condition);
  END LOOP;
END $$;

-- The SIP trunks of all workspaces, without their secrets: a gateway recognizes the sender of a request by them.
CREATE OR REPLACE FUNCTION sip_trunks() RETURNS TABLE (workspace_id text, id text, environment text, settings jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT i.workspace_id, i.id, i.environment, i.settings FROM integrations i WHERE i.kind = ''sip'' ORDER BY i.workspace_id, i.id';
REVOKE ALL ON FUNCTION sip_trunks() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sip_trunks() TO parley_app;

CREATE INDEX IF NOT EXISTS sip_placements_requested ON sip_placements (requested_at) WHERE state = 'requested';

-- The oldest requested calls of all workspaces, for a gateway, which claims them as their tenant. Their workers withdraw them after
-- seconds. An older one belongs to a worker that has died, and was decided too long ago to be placed.
CREATE OR REPLACE FUNCTION next_sip_placement() RETURNS TABLE (workspace_id text, key text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT p.workspace_id, p.key FROM sip_placements p WHERE p.state = ''requested'' AND p.requested_at > now() - interval ''30 seconds'' ORDER BY p.requested_at LIMIT 20';
REVOKE ALL ON FUNCTION next_sip_placement() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_sip_placement() TO parley_app;

-- Every table with an environment has one of the two.
-- locks: sip_placements ACCESS EXCLUSIVE
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

ALTER TABLE sip_placements
  DROP CONSTRAINT IF EXISTS sip_placements_state_check,
  ADD CONSTRAINT sip_placements_state_check CHECK (state IN ('requested', 'claimed', 'ended', 'withdrawn'));

ALTER TABLE sip_registrations
  DROP CONSTRAINT IF EXISTS sip_registrations_state_check,
  ADD CONSTRAINT sip_registrations_state_check CHECK (state IN ('registering', 'registered', 'failed'));

COMMENT ON TABLE sip_placements IS 'An outbound call over a SIP trunk, from the worker''s request to the end of the INVITE. One row per attempt; a gateway claims it once, so that no INVITE is repeated. The number to call is sealed in the call. No keys: like the attempt, it outlives its call.';

COMMENT ON TABLE sip_registrations IS 'The registration of a SIP trunk. One gateway holds it, so that a carrier does not ring several. No keys: it outlives its integration until the gateway unregisters.';
