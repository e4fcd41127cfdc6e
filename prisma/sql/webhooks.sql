-- Webhook events are written by triggers, in the transaction of the change: no code path can omit one, and a change that is
-- rolled back causes none. docs/decisions/0017 gives the reasons.

-- The pending deliveries of an endpoint, among weeks of completed ones.
DROP INDEX IF EXISTS webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (workspace_id, endpoint_id, next_attempt_at) WHERE status = 'pending';

-- A new id, in the format of `newId` of lib/platform/ids.ts: ten characters of the time in milliseconds, sixteen of random bytes.
CREATE OR REPLACE FUNCTION new_id(prefix text, at timestamptz) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  alphabet CONSTANT text := '0123456789abcdefghjkmnpqrstvwxyz';
  ms bigint := floor(extract(epoch FROM at) * 1000);
  random bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  made text := '';
BEGIN
  FOR i IN 1..10 LOOP
    made := substr(alphabet, (ms % 32)::int + 1, 1) || made;
    ms := ms / 32;
  END LOOP;
  -- Bytes 9 to 24: of two version 4 UUIDs, these contain no version, and a variant only in byte 24.
  FOR i IN 9..24 LOOP
    made := made || substr(alphabet, (get_byte(random, i) & 31) + 1, 1);
  END LOOP;
  RETURN prefix || '_' || made;
END $$;
REVOKE ALL ON FUNCTION new_id(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION new_id(text, timestamptz) TO parley_app;

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

CREATE OR REPLACE FUNCTION emit_call_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE was calls; BEGIN
  IF TG_OP = 'UPDATE' THEN was := OLD; END IF;
  IF NEW.status = 'in_progress' AND was.status IS DISTINCT FROM 'in_progress' THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'call.started', NEW.id, COALESCE(NEW.answered_at, NEW.started_at, NEW.created_at));
  END IF;
  IF NEW.status = 'blocked' AND was.status IS DISTINCT FROM 'blocked' THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'call.blocked', NEW.id, COALESCE(NEW.ended_at, NEW.created_at));
  ELSIF NEW.status <> 'blocked' AND NEW.ended_at IS NOT NULL AND was.ended_at IS NULL THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'call.ended', NEW.id, NEW.ended_at);
  END IF;
  IF NEW.recording->>'state' = 'suppressed' AND was.recording->>'state' IS DISTINCT FROM 'suppressed' THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'recording.suppressed', NEW.id, COALESCE(NEW.ended_at, clock_timestamp()));
  END IF;
  -- A blocked call has nothing to settle.
  IF NEW.status <> 'blocked' AND NEW.settled_at IS NOT NULL AND was.settled_at IS NULL THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'call.settled', NEW.id, NEW.settled_at);
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_call_events() FROM PUBLIC;

-- Queued calls cause no event: the function does not run for them.
CREATE OR REPLACE TRIGGER emit_call_events_insert AFTER INSERT ON calls FOR EACH ROW
  WHEN (NEW.status IN ('in_progress', 'blocked') OR NEW.ended_at IS NOT NULL) EXECUTE FUNCTION emit_call_events();

CREATE OR REPLACE TRIGGER emit_call_events_update AFTER UPDATE ON calls FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.ended_at IS DISTINCT FROM NEW.ended_at
    OR OLD.settled_at IS DISTINCT FROM NEW.settled_at OR OLD.recording IS DISTINCT FROM NEW.recording)
  EXECUTE FUNCTION emit_call_events();

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

CREATE OR REPLACE FUNCTION emit_recording_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM emit_webhook_event(c.workspace_id, c.environment, 'recording.ready', c.id, COALESCE(c.settled_at, NEW.created_at))
    FROM calls c WHERE c.workspace_id = NEW.workspace_id AND c.id = NEW.call_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_recording_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_recording_events AFTER UPDATE ON recordings FOR EACH ROW
  WHEN (NEW.state = 'ready' AND OLD.state <> 'ready') EXECUTE FUNCTION emit_recording_events();

CREATE OR REPLACE FUNCTION emit_campaign_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.launched_at IS NOT NULL AND OLD.launched_at IS NULL THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'campaign.launched', NEW.id, NEW.updated_at);
  END IF;
  IF NEW.status IS DISTINCT FROM OLD.status AND NEW.status IN ('paused', 'completed', 'failed') THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'campaign.' || NEW.status, NEW.id, NEW.updated_at);
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_campaign_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_campaign_events AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.launched_at IS DISTINCT FROM NEW.launched_at)
  EXECUTE FUNCTION emit_campaign_events();

-- An agent belongs to both environments, and so do its events.
CREATE OR REPLACE FUNCTION emit_agent_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM emit_webhook_event(NEW.workspace_id, env, 'agent.created', NEW.id, NEW.created_at) FROM unnest(ARRAY['live', 'test']) AS env
    WHERE TG_OP = 'INSERT';
  PERFORM emit_webhook_event(NEW.workspace_id, env, 'agent.deployed', NEW.id, COALESCE(NEW.deployed_at, NEW.updated_at))
    FROM unnest(ARRAY['live', 'test']) AS env WHERE TG_OP = 'UPDATE';
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_agent_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_agent_events_insert AFTER INSERT ON agents FOR EACH ROW EXECUTE FUNCTION emit_agent_events();

CREATE OR REPLACE TRIGGER emit_agent_events_update AFTER UPDATE ON agents FOR EACH ROW
  WHEN (NEW.live_version IS NOT NULL AND (OLD.live_version IS DISTINCT FROM NEW.live_version OR OLD.deployed_at IS DISTINCT FROM NEW.deployed_at))
  EXECUTE FUNCTION emit_agent_events();

-- An import inserts thousands of consents with one statement: each contact has one event.
CREATE OR REPLACE FUNCTION emit_consent_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM emit_webhook_event(workspace_id, environment, 'consent.changed', contact_id, max(created_at))
    FROM new_rows n WHERE EXISTS (SELECT FROM webhook_endpoints e WHERE e.workspace_id = n.workspace_id
      AND e.environment = n.environment AND e.events && ARRAY['consent.changed', '*'])
    GROUP BY workspace_id, environment, contact_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_consent_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_consent_events AFTER INSERT ON consents REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_consent_events();

-- For opt-outs by the contact, spoken or texted. A list or a request by others is not the contact's own act.
CREATE OR REPLACE FUNCTION emit_opt_out_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM emit_webhook_event(c.workspace_id, c.environment, 'contact.opted_out', c.id, NEW.created_at) FROM contacts c
    WHERE c.workspace_id = NEW.workspace_id AND c.environment = NEW.environment AND c.number_hash = NEW.contact_hash;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_opt_out_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_opt_out_events AFTER INSERT ON suppressions FOR EACH ROW
  WHEN (NEW.source IN ('spoken_opt_out', 'keyword')) EXECUTE FUNCTION emit_opt_out_events();

CREATE OR REPLACE FUNCTION emit_deletion_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'contact.data_deleted', NEW.id, NEW.completed_at);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_deletion_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_deletion_events AFTER UPDATE ON deletions FOR EACH ROW
  WHEN (NEW.completed_at IS NOT NULL AND OLD.completed_at IS NULL) EXECUTE FUNCTION emit_deletion_events();

-- Deletes the waiting webhook jobs of a workspace, among the first thousand of the queue. The caller then sends everything that is
-- due, in the same transaction. Locked jobs are left, as another worker has started them.
CREATE OR REPLACE FUNCTION take_webhook_jobs(ws text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  WITH waiting AS (
    SELECT j.id, j.payload FROM graphile_worker._private_jobs j
    WHERE j.is_available AND j.run_at <= now()
      AND j.task_id = (SELECT t.id FROM graphile_worker._private_tasks t WHERE t.identifier = 'webhook.event')
    ORDER BY j.priority, j.run_at LIMIT 1000
  ), free AS (
    SELECT j.id FROM graphile_worker._private_jobs j
    WHERE j.id = ANY (ARRAY(SELECT w.id FROM waiting w WHERE w.payload->>'workspaceId' = ws)) AND j.is_available
    FOR UPDATE SKIP LOCKED
  )
  DELETE FROM graphile_worker._private_jobs j USING free WHERE j.id = free.id;
END $$;
REVOKE ALL ON FUNCTION take_webhook_jobs(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_webhook_jobs(text) TO parley_app;
