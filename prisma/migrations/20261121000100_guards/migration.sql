-- What Prisma's schema cannot say: the application's role and its grants, row-level security, the audit chain,
-- the rate limiter and the triggers. docs/decisions/0003 tells why.

-- ── The application's role owns nothing; the server connects and drops to it ─────────────────────────────────
-- Roles belong to the whole cluster: another database of it may have made this one already, or be making it now.
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
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO parley_app;

-- ── Grants: everything is listed, nothing is given by default ────────────────────────────────────────────────
GRANT SELECT, INSERT, UPDATE, DELETE ON
  users, sessions, rate_limits, worker_heartbeats,
  workspaces, members, api_keys, subject_keys, agents, tools, integrations,
  calls, call_turns, call_sessions, callbacks, suppressions, idempotency_keys
TO parley_app;
GRANT SELECT, INSERT, UPDATE ON workspace_keys TO parley_app;
GRANT SELECT, INSERT ON agent_versions TO parley_app;
GRANT SELECT ON audit_events, audit_heads, key_ids TO parley_app;

-- ── Tenancy: a query that forgot its workspace sees nothing ──────────────────────────────────────────────────
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['members', 'api_keys', 'workspace_keys', 'subject_keys', 'audit_events', 'audit_heads', 'agents',
    'agent_versions', 'tools', 'integrations', 'calls', 'call_turns', 'call_sessions', 'callbacks', 'suppressions', 'idempotency_keys']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = current_setting(''app.workspace_id'', true))', t);
  END LOOP;
END $$;
ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspaces FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON workspaces USING (id = current_setting('app.workspace_id', true));
-- A person sees which workspaces they belong to before one is chosen.
CREATE POLICY own_memberships ON members FOR SELECT USING (user_id = current_setting('app.user_id', true));
-- A job that visits every workspace asks for their ids, and then works in each as its tenant.
DO $$ BEGIN EXECUTE format('CREATE POLICY roll_call ON workspaces FOR SELECT TO %I USING (true)', current_user); END $$;
CREATE FUNCTION workspace_ids() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT id FROM workspaces ORDER BY id';
REVOKE ALL ON FUNCTION workspace_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_ids() TO parley_app;

-- ── Which workspace a key belongs to, before the workspace is known ──────────────────────────────────────────
CREATE FUNCTION key_ids_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO key_ids (token_id, workspace_id) VALUES (NEW.token_id, NEW.workspace_id);
  ELSE
    DELETE FROM key_ids WHERE token_id = OLD.token_id;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION key_ids_follow() FROM PUBLIC;
CREATE TRIGGER key_ids_follow AFTER INSERT OR DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION key_ids_follow();

-- ── What is written once stays as it was ─────────────────────────────────────────────────────────────────────
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER frozen BEFORE UPDATE ON agent_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- ── The audit chain ──────────────────────────────────────────────────────────────────────────────────────────
-- hash = SHA-256(previous hash ‖ fields), each field as `<bytes>:<text>` or `-` for null, so that no two different
-- rows have the same bytes. lib/audit/chain.ts computes the same.
CREATE FUNCTION audit_field(field text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN field IS NULL THEN '-' ELSE octet_length(convert_to(field, 'UTF8'))::text || ':' || field END $$;

CREATE FUNCTION audit_append(ws text, event_id text, event_at timestamptz, kind text, actor text, act text, subject text,
  was jsonb, is_now jsonb, from_address text, request text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE place bigint; last bytea; this bytea;
BEGIN
  IF ws IS DISTINCT FROM current_setting('app.workspace_id', true) THEN
    RAISE EXCEPTION 'an audit event belongs to the workspace at hand' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO audit_heads (workspace_id, seq, hash) VALUES (ws, 0, sha256(convert_to('parley audit ' || ws, 'UTF8'))) ON CONFLICT DO NOTHING;
  SELECT seq + 1, hash INTO place, last FROM audit_heads WHERE workspace_id = ws FOR NO KEY UPDATE;
  this := sha256(last || convert_to(
    audit_field(ws) || audit_field(place::text) || audit_field(event_id)
    || audit_field(to_char(event_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || audit_field(kind) || audit_field(actor) || audit_field(act) || audit_field(subject)
    || audit_field(was::text) || audit_field(is_now::text) || audit_field(from_address) || audit_field(request), 'UTF8'));
  INSERT INTO audit_events (workspace_id, seq, id, at, actor_type, actor_id, action, target, before, after, address, request_id, previous, hash)
    VALUES (ws, place, event_id, event_at, kind, actor, act, subject, was, is_now, from_address, request, last, this);
  UPDATE audit_heads SET seq = place, hash = this WHERE workspace_id = ws;
  RETURN place;
END $$;
REVOKE ALL ON FUNCTION audit_append(text, text, timestamptz, text, text, text, text, jsonb, jsonb, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_append(text, text, timestamptz, text, text, text, text, jsonb, jsonb, text, text) TO parley_app;

-- ── The rate limit: no rolling window admits more ────────────────────────────────────────────────────────────
ALTER TABLE rate_limits SET UNLOGGED;
ALTER TABLE rate_limits SET (fillfactor = 40);
ALTER TABLE rate_limits ALTER hits SET NOT NULL;
ALTER TABLE rate_limits ALTER hits SET STORAGE plain; -- 600 × 8 bytes would be toasted otherwise

-- Decides for many keys in one round trip; the keys must be sorted, as that is the order of locks.
-- Time is the database's and never runs backwards within a key, so several processes agree.
CREATE FUNCTION rate_take(ks text[], wanted int[], limits int[], window_ms bigint)
  RETURNS TABLE (admitted int, used int, oldest bigint, at_ms bigint) LANGUAGE plpgsql AS $$
DECLARE h bigint[]; t bigint; gone int; a int; i int;
BEGIN
  FOR i IN 1..cardinality(ks) LOOP
    SELECT r.hits INTO h FROM rate_limits r WHERE r.key = ks[i] FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      -- Locks the row whether it is new or somebody made it meanwhile; a sweep can then not take it away.
      INSERT INTO rate_limits AS r (key) VALUES (ks[i]) ON CONFLICT (key) DO UPDATE SET hits = r.hits RETURNING r.hits INTO h;
    END IF;
    t := greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, h[cardinality(h)]);
    gone := width_bucket(t - window_ms, h); -- binary search: how many have left the window
    a := greatest(0, least(wanted[i], limits[i] - (cardinality(h) - gone)));
    IF a > 0 THEN
      h := h[gone + 1:] || array_fill(t, ARRAY[a]);
      UPDATE rate_limits r SET hits = h WHERE r.key = ks[i];
      gone := 0;
    END IF;
    admitted := a; used := cardinality(h) - gone; oldest := h[gone + 1]; at_ms := t;
    RETURN NEXT;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION rate_take(text[], int[], int[], bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rate_take(text[], int[], int[], bigint) TO parley_app;

-- ── Whoever acts in a call holds its lease: in front of a batch, this undoes all of it for one who lost it ───────
CREATE FUNCTION require_lease(ws text, id text, owner text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM call_sessions s WHERE s.workspace_id = ws AND s.call_id = id AND s.lease_owner = owner FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease of the call is lost' USING ERRCODE = 'PL001'; END IF;
END $$;
REVOKE ALL ON FUNCTION require_lease(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION require_lease(text, text, text) TO parley_app;

-- ── Jobs, in the caller's transaction ────────────────────────────────────────────────────────────────────────
CREATE FUNCTION enqueue_job(task text, payload json, job_key text, run_at timestamptz, max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM graphile_worker.add_job(task, payload, run_at => run_at, max_attempts => max_attempts, job_key => job_key, job_key_mode => 'replace');
END $$;
REVOKE ALL ON FUNCTION enqueue_job(text, json, text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(text, json, text, timestamptz, int) TO parley_app;
-- Makes sure that a job of this key is yet to begin. Asked after what the job is to see has been committed: one that waits
-- then sees it too, and of many who ask none waits for another.
CREATE FUNCTION enqueue_unless_waiting(task text, payload json, job_key text, run_at timestamptz, max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM enqueue_job(task, payload, job_key, run_at, max_attempts) WHERE NOT EXISTS (
    SELECT FROM graphile_worker._private_jobs j WHERE j.key = job_key AND j.is_available AND j.run_at <= now());
END $$;
REVOKE ALL ON FUNCTION enqueue_unless_waiting(text, json, text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_unless_waiting(text, json, text, timestamptz, int) TO parley_app;
-- Many of one kind: the queue is asked once, and its workers are told once.
CREATE FUNCTION enqueue_jobs(task text, payloads json[], job_keys text[], run_ats timestamptz[], max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM graphile_worker.add_jobs(array(
    SELECT (task, payload, null, run_at, max_attempts, job_key, null, null)::graphile_worker.job_spec
    FROM unnest(payloads, job_keys, run_ats) AS given(payload, job_key, run_at)
  )) WHERE cardinality(job_keys) > 0;
END $$;
REVOKE ALL ON FUNCTION enqueue_jobs(text, json[], text[], timestamptz[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs(text, json[], text[], timestamptz[], int) TO parley_app;
