-- Carriers' requests name an integration and no workspace.

-- Ids are unique within a workspace. A carrier's request names only the integration, so that one must be unique among all.
DROP INDEX IF EXISTS integrations_carrier;
CREATE UNIQUE INDEX integrations_carrier ON integrations (id) WHERE kind = 'twilio';

-- The workspace of a carrier's integration; null for other ids.
CREATE OR REPLACE FUNCTION workspace_of_carrier(integration text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT workspace_id FROM integrations WHERE id = integration AND kind = ''twilio''';
REVOKE ALL ON FUNCTION workspace_of_carrier(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_of_carrier(text) TO parley_app;
