-- Calls: the lease of a call in progress, and the indexes of partial lists.

-- Raises PL001 unless `owner` holds the lease of the call. The first statement of a batch calls it, so that a worker that has lost
-- the lease writes nothing.
CREATE OR REPLACE FUNCTION require_call_lease(ws text, id text, owner text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM call_sessions s WHERE s.workspace_id = ws AND s.call_id = id AND s.lease_owner = owner FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease of the call is lost' USING ERRCODE = 'PL001'; END IF;
END $$;
REVOKE ALL ON FUNCTION require_call_lease(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION require_call_lease(text, text, text) TO parley_app;

-- A contact has one text conversation with an agent at a time. If an agent starts one while the contact writes, the later of
-- the two finds the first.
DROP INDEX IF EXISTS calls_one_text_conversation;
CREATE UNIQUE INDEX calls_one_text_conversation ON calls (workspace_id, environment, contact_id, agent_id)
  WHERE channel = 'sms' AND status = 'in_progress';

-- Calls that still have a transcript, for retention: by agent, whose policy says how long it is kept.
DROP INDEX IF EXISTS calls_with_transcript;
CREATE INDEX calls_with_transcript ON calls (workspace_id, agent_id, ended_at) WHERE transcript IS NOT NULL;

-- Calls with failures of providers, for retention: failures are kept for 30 days.
DROP INDEX IF EXISTS calls_with_failures;
CREATE INDEX calls_with_failures ON calls (workspace_id, created_at) WHERE provider_failures <> '[]'::jsonb;
