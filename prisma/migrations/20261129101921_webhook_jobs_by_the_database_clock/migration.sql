-- expand

-- Writes an event, a delivery for each enabled endpoint that wants it, and the job that sends them. Does nothing if no endpoint of
-- the environment wants the kind. A disabled endpoint gets no delivery; the event can be replayed for it. The job's key contains
-- the event's id, so that transactions that cause events do not wait for each other. It is due at once by this server's clock, as
-- that of the process that caused the event can be ahead.
CREATE OR REPLACE FUNCTION emit_webhook_event(ws text, env text, kind text, subject text, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE event text;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.workspace_id = ws AND e.environment = env AND e.events && ARRAY[kind, '*']) THEN
    RETURN;
  END IF;
  event := new_id('evt', at);
  INSERT INTO webhook_events (id, workspace_id, environment, type, target, created_at) VALUES (event, ws, env, kind, subject, at);
  INSERT INTO webhook_deliveries (id, workspace_id, endpoint_id, event_id, type, next_attempt_at, created_at)
    SELECT new_id('dlv', at), ws, e.id, event, kind, at, at FROM webhook_endpoints e
    WHERE e.workspace_id = ws AND e.environment = env AND e.enabled AND e.events && ARRAY[kind, '*'];
  IF FOUND THEN
    PERFORM enqueue_job('webhook.event', json_build_object('workspaceId', ws, 'eventId', event), 'webhook:' || event, least(at, now()), 16);
  END IF;
END $$;
REVOKE ALL ON FUNCTION emit_webhook_event(text, text, text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION emit_webhook_event(text, text, text, text, timestamptz) TO parley_app;
