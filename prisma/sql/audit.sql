-- The audit log: a chain of hashes per workspace, which the application can only append to.

-- hash = SHA-256(previous hash, fields). Each field is `<bytes>:<text>`, or `-` for null, so that two different rows never have
-- the same bytes. lib/platform/audit/chain.ts computes the same.
CREATE OR REPLACE FUNCTION audit_field(field text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN field IS NULL THEN '-' ELSE octet_length(convert_to(field, 'UTF8'))::text || ':' || field END $$;

CREATE OR REPLACE FUNCTION append_audit_event(ws text, event_id text, event_at timestamptz, kind text, actor text, act text, subject text,
  was jsonb, is_now jsonb, from_address text, request text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE next_seq bigint; last bytea; this bytea;
BEGIN
  IF ws IS DISTINCT FROM current_setting('app.workspace_id', true) THEN
    RAISE EXCEPTION 'an audit event is written in the current workspace only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO audit_heads (workspace_id, seq, hash) VALUES (ws, 0, sha256(convert_to('parley audit ' || ws, 'UTF8'))) ON CONFLICT DO NOTHING;
  SELECT seq + 1, hash INTO next_seq, last FROM audit_heads WHERE workspace_id = ws FOR NO KEY UPDATE;
  this := sha256(last || convert_to(
    audit_field(ws) || audit_field(next_seq::text) || audit_field(event_id)
    || audit_field(to_char(event_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || audit_field(kind) || audit_field(actor) || audit_field(act) || audit_field(subject)
    || audit_field(was::text) || audit_field(is_now::text) || audit_field(from_address) || audit_field(request), 'UTF8'));
  INSERT INTO audit_events (workspace_id, seq, id, at, actor_type, actor_id, action, target, before, after, address, request_id, previous, hash)
    VALUES (ws, next_seq, event_id, event_at, kind, actor, act, subject, was, is_now, from_address, request, last, this);
  UPDATE audit_heads SET seq = next_seq, hash = this WHERE workspace_id = ws;
  RETURN next_seq;
END $$;
REVOKE ALL ON FUNCTION append_audit_event(text, text, timestamptz, text, text, text, text, jsonb, jsonb, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_audit_event(text, text, timestamptz, text, text, text, text, jsonb, jsonb, text, text) TO parley_app;

-- Audit events are never changed. They are deleted only with a workspace whose keys are destroyed (workspace-deletion.sql).
CREATE OR REPLACE FUNCTION protect_audit_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_workspace_deletion_due(OLD.workspace_id) AND NOT EXISTS (SELECT FROM workspace_keys WHERE workspace_id = OLD.workspace_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION protect_audit_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION protect_audit_events();
