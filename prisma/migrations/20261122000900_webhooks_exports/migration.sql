-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "events" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" TEXT,
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_expires_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "backoff_until" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "replay_of" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_attempt_at" TIMESTAMPTZ(3),
    "response_status" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "exports" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "filters" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'queued',
    "object" TEXT NOT NULL,
    "parts" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "place" TEXT,
    "failure" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoints_workspace_id_environment_created_at_id_idx" ON "webhook_endpoints"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_events_workspace_id_environment_created_at_id_idx" ON "webhook_events"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_workspace_id_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("workspace_id", "endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_workspace_id_created_at_idx" ON "webhook_deliveries"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_workspace_id_event_id_idx" ON "webhook_deliveries"("workspace_id", "event_id");

-- CreateIndex
CREATE INDEX "exports_workspace_id_environment_created_at_id_idx" ON "exports"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- What Prisma's schema cannot say: grants, row-level security, keys that are held, and the events' triggers.
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints, webhook_deliveries, exports TO parley_app;
GRANT SELECT, INSERT, DELETE ON webhook_events TO parley_app;
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['webhook_endpoints', 'webhook_events', 'webhook_deliveries', 'exports']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = current_setting(''app.workspace_id'', true))', t);
  END LOOP;
END $$;
CREATE TRIGGER sealed_secret BEFORE INSERT OR UPDATE OF secret ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION sealed_under_key('secret');
CREATE TRIGGER sealed_previous_secret BEFORE INSERT OR UPDATE OF previous_secret ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION sealed_under_key('previous_secret');
-- What is due of an endpoint, among weeks of what was delivered.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (workspace_id, endpoint_id, next_attempt_at) WHERE status = 'pending';

-- ── Events ───────────────────────────────────────────────────────────────────────────────────────────────────
-- An event is written by the database, in the transaction that causes it: no way of changing a call, a campaign, an agent
-- or a consent can forget it, and what is rolled back has not happened. docs/decisions/0017 tells more.

-- As `newId` of lib/ids.ts: ten signs of the time in milliseconds, sixteen of random bytes.
CREATE FUNCTION new_id(prefix text, at timestamptz) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  signs CONSTANT text := '0123456789abcdefghjkmnpqrstvwxyz';
  ms bigint := floor(extract(epoch FROM at) * 1000);
  random bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  made text := '';
BEGIN
  FOR i IN 1..10 LOOP
    made := substr(signs, (ms % 32)::int + 1, 1) || made;
    ms := ms / 32;
  END LOOP;
  -- Bytes 9 to 24: of a version 4 UUID, those hold no version and no variant, except byte 22.
  FOR i IN 9..24 LOOP
    made := made || substr(signs, (get_byte(random, i) & 31) + 1, 1);
  END LOOP;
  RETURN prefix || '_' || made;
END $$;
REVOKE ALL ON FUNCTION new_id(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION new_id(text, timestamptz) TO parley_app;

-- Nothing where no endpoint of the environment wants this kind. One that is switched off misses it, and can have it replayed.
-- The job's key is the event's own: whoever causes an event waits for nobody who causes another.
CREATE FUNCTION webhook_event(ws text, env text, kind text, subject text, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
    PERFORM enqueue_job('webhook.event', json_build_object('workspaceId', ws, 'eventId', event), 'webhook:' || event, at, 16);
  END IF;
END $$;
REVOKE ALL ON FUNCTION webhook_event(text, text, text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_event(text, text, text, text, timestamptz) TO parley_app;

CREATE FUNCTION call_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE was calls; BEGIN
  IF TG_OP = 'UPDATE' THEN was := OLD; END IF;
  IF NEW.status = 'in_progress' AND was.status IS DISTINCT FROM 'in_progress' THEN
    PERFORM webhook_event(NEW.workspace_id, NEW.environment, 'call.started', NEW.id, COALESCE(NEW.answered_at, NEW.started_at, NEW.created_at));
  END IF;
  IF NEW.status = 'blocked' AND was.status IS DISTINCT FROM 'blocked' THEN
    PERFORM webhook_event(NEW.workspace_id, NEW.environment, 'call.blocked', NEW.id, COALESCE(NEW.ended_at, NEW.created_at));
  ELSIF NEW.status <> 'blocked' AND NEW.ended_at IS NOT NULL AND was.ended_at IS NULL THEN
    PERFORM webhook_event(NEW.workspace_id, NEW.environment, 'call.ended', NEW.id, NEW.ended_at);
  END IF;
  IF NEW.recording->>'state' = 'suppressed' AND was.recording->>'state' IS DISTINCT FROM 'suppressed' THEN
    PERFORM webhook_event(NEW.workspace_id, NEW.environment, 'recording.suppressed', NEW.id, COALESCE(NEW.ended_at, clock_timestamp()));
  END IF;
  -- A blocked call has nothing to settle.
  IF NEW.status <> 'blocked' AND NEW.settled_at IS NOT NULL AND was.settled_at IS NULL THEN
    PERFORM webhook_event(NEW.workspace_id, NEW.environment, 'call.settled', NEW.id, NEW.settled_at);
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION call_events() FROM PUBLIC;
-- Calls that wait in a line by the thousand cause nothing, and the function is not asked.
CREATE TRIGGER call_events_insert AFTER INSERT ON calls FOR EACH ROW
  WHEN (NEW.status IN ('in_progress', 'blocked') OR NEW.ended_at IS NOT NULL) EXECUTE FUNCTION call_events();
CREATE TRIGGER call_events_update AFTER UPDATE ON calls FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.ended_at IS DISTINCT FROM NEW.ended_at
    OR OLD.settled_at IS DISTINCT FROM NEW.settled_at OR OLD.recording IS DISTINCT FROM NEW.recording)
  EXECUTE FUNCTION call_events();

CREATE FUNCTION recording_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM webhook_event(c.workspace_id, c.environment, 'recording.ready', c.id, COALESCE(c.settled_at, NEW.created_at))
    FROM calls c WHERE c.workspace_id = NEW.workspace_id AND c.id = NEW.call_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION recording_events() FROM PUBLIC;
CREATE TRIGGER recording_events AFTER UPDATE ON recordings FOR EACH ROW
  WHEN (NEW.state = 'ready' AND OLD.state <> 'ready') EXECUTE FUNCTION recording_events();

CREATE FUNCTION campaign_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.launched_at IS NOT NULL AND OLD.launched_at IS NULL THEN
    PERFORM webhook_event(NEW.workspace_id, NEW.environment, 'campaign.launched', NEW.id, NEW.updated_at);
  END IF;
  IF NEW.status IS DISTINCT FROM OLD.status AND NEW.status IN ('paused', 'completed', 'failed') THEN
    PERFORM webhook_event(NEW.workspace_id, NEW.environment, 'campaign.' || NEW.status, NEW.id, NEW.updated_at);
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION campaign_events() FROM PUBLIC;
CREATE TRIGGER campaign_events AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.launched_at IS DISTINCT FROM NEW.launched_at)
  EXECUTE FUNCTION campaign_events();

-- Agents belong to both environments, and so do their events.
CREATE FUNCTION agent_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM webhook_event(NEW.workspace_id, env, 'agent.created', NEW.id, NEW.created_at) FROM unnest(ARRAY['live', 'test']) AS env
    WHERE TG_OP = 'INSERT';
  PERFORM webhook_event(NEW.workspace_id, env, 'agent.deployed', NEW.id, COALESCE(NEW.deployed_at, NEW.updated_at))
    FROM unnest(ARRAY['live', 'test']) AS env WHERE TG_OP = 'UPDATE';
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION agent_events() FROM PUBLIC;
CREATE TRIGGER agent_events_insert AFTER INSERT ON agents FOR EACH ROW EXECUTE FUNCTION agent_events();
CREATE TRIGGER agent_events_update AFTER UPDATE ON agents FOR EACH ROW
  WHEN (NEW.live_version IS NOT NULL AND (OLD.live_version IS DISTINCT FROM NEW.live_version OR OLD.deployed_at IS DISTINCT FROM NEW.deployed_at))
  EXECUTE FUNCTION agent_events();

-- A file brings consents in thousands: each contact of a statement has one event.
CREATE FUNCTION consent_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM webhook_event(workspace_id, environment, 'consent.changed', contact_id, max(created_at))
    FROM new_rows n WHERE EXISTS (SELECT FROM webhook_endpoints e WHERE e.workspace_id = n.workspace_id
      AND e.environment = n.environment AND e.events && ARRAY['consent.changed', '*'])
    GROUP BY workspace_id, environment, contact_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION consent_events() FROM PUBLIC;
CREATE TRIGGER consent_events AFTER INSERT ON consents REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION consent_events();

-- Who said it themselves, by voice or by text; a list or a request by mail is not the contact's own act.
CREATE FUNCTION opt_out_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM webhook_event(c.workspace_id, c.environment, 'contact.opted_out', c.id, NEW.created_at) FROM contacts c
    WHERE c.workspace_id = NEW.workspace_id AND c.environment = NEW.environment AND c.number_hash = NEW.contact_hash;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION opt_out_events() FROM PUBLIC;
CREATE TRIGGER opt_out_events AFTER INSERT ON suppressions FOR EACH ROW
  WHEN (NEW.source IN ('spoken_opt_out', 'keyword')) EXECUTE FUNCTION opt_out_events();

-- ── Files of records, when somebody is erased ────────────────────────────────────────────────────────────────
-- Nobody knows whether a file holds somebody without reading it: all of the environments that the erasure covers go. Their
-- keys go with this transaction, and the bytes by a job.
CREATE FUNCTION withdraw_exports() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
  at timestamptz := COALESCE(NEW.completed_at, NEW.started_at, NEW.requested_at);
BEGIN
  FOR one IN UPDATE exports SET status = 'withdrawn', expires_at = at
    WHERE workspace_id = NEW.workspace_id AND resource <> 'audit' AND status IN ('queued', 'running', 'completed')
      AND (NEW.environment = 'live' OR environment = NEW.environment)
    RETURNING id
  LOOP
    DELETE FROM subject_keys WHERE workspace_id = NEW.workspace_id AND subject_id = one.id;
    PERFORM enqueue_job('export.remove', json_build_object('workspaceId', NEW.workspace_id, 'exportId', one.id), 'export.remove:' || one.id, at, 16);
  END LOOP;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION withdraw_exports() FROM PUBLIC;
CREATE TRIGGER withdraw_exports AFTER UPDATE ON deletions FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('running', 'completed')) EXECUTE FUNCTION withdraw_exports();

CREATE FUNCTION deletion_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM webhook_event(NEW.workspace_id, NEW.environment, 'contact.data_deleted', NEW.id, NEW.completed_at);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION deletion_events() FROM PUBLIC;
CREATE TRIGGER deletion_events AFTER UPDATE ON deletions FOR EACH ROW
  WHEN (NEW.completed_at IS NOT NULL AND OLD.completed_at IS NULL) EXECUTE FUNCTION deletion_events();
