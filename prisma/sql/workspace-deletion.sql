-- The deletion of a workspace, after its grace period.

-- Whether the grace period has ended, by the database's clock.
CREATE OR REPLACE FUNCTION is_workspace_deletion_due(ws text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public
  AS 'SELECT EXISTS (SELECT FROM workspaces WHERE id = ws AND delete_after <= now())';
REVOKE ALL ON FUNCTION is_workspace_deletion_due(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_workspace_deletion_due(text) TO parley_app;

-- Deletes up to `most` rows of the current workspace, whose grace period must have ended; returns their number.
--   keys: its keys, sessions and waiting jobs;
--   rows: the rows of its tables, children before parents, the figures after the calls that they count, the audit log last;
--   last: the workspace, the head of its audit chain, its members, and the accounts without another workspace.
CREATE OR REPLACE FUNCTION destroy_workspace(ws text, part text, most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  one text;
  gone int := 0;
  done int := 0;
  alone text[] := '{}';
BEGIN
  IF ws IS DISTINCT FROM current_setting('app.workspace_id', true) THEN
    RAISE EXCEPTION 'only the current workspace can be destroyed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM workspaces WHERE id = ws AND delete_after <= now() FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the grace period of the workspace has not ended' USING ERRCODE = 'restrict_violation';
  END IF;
  DELETE FROM graphile_worker._private_jobs WHERE payload->>'workspaceId' = ws AND locked_at IS NULL;

  IF part = 'keys' THEN
    DELETE FROM workspace_keys WHERE workspace_id = ws;
    DELETE FROM customer_keys WHERE workspace_id = ws;
    DELETE FROM key_imports WHERE workspace_id = ws;
    DELETE FROM sessions WHERE workspace_id = ws;
    DELETE FROM subject_keys WHERE ctid = ANY (ARRAY(SELECT ctid FROM subject_keys WHERE workspace_id = ws LIMIT most));
    GET DIAGNOSTICS done = ROW_COUNT;
    RETURN done;
  END IF;

  IF EXISTS (SELECT FROM workspace_keys WHERE workspace_id = ws) THEN
    RAISE EXCEPTION 'the keys of a workspace are destroyed first' USING ERRCODE = 'restrict_violation';
  END IF;
  FOR one IN
    WITH RECURSIVE tenant AS (
      SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    ), depth AS (
      SELECT oid, 0 AS level FROM tenant
      UNION
      SELECT k.conrelid, d.level + 1 FROM depth d JOIN pg_constraint k ON k.contype = 'f' AND k.confrelid = d.oid AND k.conrelid <> d.oid
    )
    SELECT t.relname FROM tenant t JOIN depth d USING (oid) WHERE t.relname NOT IN ('members', 'audit_heads')
    GROUP BY t.relname
    ORDER BY t.relname = 'audit_events', t.relname LIKE 'analytics%', max(d.level) DESC, t.relname
  LOOP
    EXECUTE format('DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE workspace_id = $1 LIMIT $2))', one)
      USING ws, most - done;
    GET DIAGNOSTICS gone = ROW_COUNT;
    done := done + gone;
    EXIT WHEN done >= most;
  END LOOP;
  IF part <> 'last' OR done > 0 THEN RETURN done; END IF;

  FOR one IN SELECT user_id FROM members WHERE workspace_id = ws LOOP
    -- Row-level security shows the memberships of one person at a time.
    PERFORM set_config('app.user_id', one, true);
    IF NOT EXISTS (SELECT FROM members WHERE user_id = one AND workspace_id <> ws) THEN alone := alone || one; END IF;
  END LOOP;
  PERFORM set_config('app.user_id', '', true);
  DELETE FROM audit_heads WHERE workspace_id = ws;
  DELETE FROM members WHERE workspace_id = ws;
  DELETE FROM workspaces WHERE id = ws;
  DELETE FROM sessions WHERE user_id = ANY (alone);
  DELETE FROM second_factors WHERE user_id = ANY (alone);
  DELETE FROM recovery_codes WHERE user_id = ANY (alone);
  DELETE FROM password_resets WHERE user_id = ANY (alone);
  DELETE FROM users WHERE id = ANY (alone);
  RETURN 0;
END $$;
REVOKE ALL ON FUNCTION destroy_workspace(text, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION destroy_workspace(text, text, int) TO parley_app;
