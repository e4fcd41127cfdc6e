-- Carriers' requests name an integration and no workspace.

-- Ids are unique within a workspace. A carrier's request names only the integration, so that one must be unique among all.
DROP INDEX IF EXISTS integrations_carrier;
CREATE UNIQUE INDEX integrations_carrier ON integrations (id) WHERE kind = 'twilio';

-- The workspace of a carrier's integration; null for other ids.
CREATE OR REPLACE FUNCTION workspace_of_carrier(integration text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT workspace_id FROM integrations WHERE id = integration AND kind = ''twilio''';
REVOKE ALL ON FUNCTION workspace_of_carrier(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_of_carrier(text) TO parley_app;

-- What the functions below read without a workspace.
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
