-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "delete_after" TIMESTAMPTZ(3),
ADD COLUMN     "deletion_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "deletion_requested_by" TEXT;

-- What Prisma's schema cannot say: who may destroy a workspace and when, and what the guards let go then.

-- Whether the days of grace of a deletion are over, by the database's clock.
CREATE FUNCTION workspace_is_over(ws text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public
  AS 'SELECT EXISTS (SELECT FROM workspaces WHERE id = ws AND delete_after <= now())';
REVOKE ALL ON FUNCTION workspace_is_over(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_is_over(text) TO parley_app;

-- The index key never goes, and of the data keys only one that a newer has taken over from, and that wraps no subject's:
-- but all of them with their workspace, and before anything else of it.
CREATE OR REPLACE FUNCTION keep_workspace_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF workspace_is_over(OLD.workspace_id) THEN RETURN OLD; END IF;
  IF OLD.purpose <> 'data' THEN
    RAISE EXCEPTION 'the index key of a workspace is not removed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM workspace_keys k WHERE k.workspace_id = OLD.workspace_id AND k.purpose = 'data'
      AND k.version > OLD.version AND k.active_from < now())
    OR EXISTS (SELECT FROM subject_keys s WHERE s.workspace_id = OLD.workspace_id AND s.key_version = OLD.version) THEN
    RAISE EXCEPTION 'a data key that is in use is not removed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

-- The audit log goes with a workspace whose keys are destroyed, and in no other way.
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' THEN
    IF workspace_is_over(OLD.workspace_id) AND NOT EXISTS (SELECT FROM workspace_keys WHERE workspace_id = OLD.workspace_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION keep_audit() FROM PUBLIC;
DROP TRIGGER append_only ON audit_events;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION keep_audit();

-- Destroys the workspace at hand once its time is over, part by part, at most so many rows at once; how many went.
--   keys: every key that its data lies under, then its sessions and what waits in the queue;
--   rows: whatever table has its rows, the figures behind the calls whose going they count, and the audit log last;
--   last: itself, the end of its audit chain, its members, and the accounts of those who belong to no other workspace.
CREATE FUNCTION destroy_workspace(ws text, part text, most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  one text;
  gone int := 0;
  done int := 0;
  alone text[] := '{}';
BEGIN
  IF ws IS DISTINCT FROM current_setting('app.workspace_id', true) THEN
    RAISE EXCEPTION 'the workspace at hand alone is destroyed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM workspaces WHERE id = ws AND delete_after <= now() FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the time of the workspace is not over' USING ERRCODE = 'restrict_violation';
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
    RAISE EXCEPTION 'keys go first' USING ERRCODE = 'restrict_violation';
  END IF;
  FOR one IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('members', 'audit_heads')
    ORDER BY c.relname = 'audit_events', c.relname LIKE 'analytics%', c.relname
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
  DELETE FROM workspaces WHERE id = ws;
  DELETE FROM members WHERE workspace_id = ws;
  DELETE FROM sessions WHERE user_id = ANY (alone);
  DELETE FROM second_factors WHERE user_id = ANY (alone);
  DELETE FROM recovery_codes WHERE user_id = ANY (alone);
  DELETE FROM password_resets WHERE user_id = ANY (alone);
  DELETE FROM users WHERE id = ANY (alone);
  RETURN 0;
END $$;
REVOKE ALL ON FUNCTION destroy_workspace(text, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION destroy_workspace(text, text, int) TO parley_app;

-- A file of one contact's data holds calls and variables too: it goes as those do when a variable is marked sensitive.
CREATE OR REPLACE FUNCTION withdraw_unmasked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN UPDATE exports SET status = 'withdrawn', expires_at = NEW.updated_at
    WHERE workspace_id = NEW.workspace_id AND resource IN ('calls', 'variables', 'contact') AND status IN ('queued', 'running', 'completed')
    RETURNING id
  LOOP
    DELETE FROM subject_keys WHERE workspace_id = NEW.workspace_id AND subject_id = one.id;
    PERFORM enqueue_job('export.remove', json_build_object('workspaceId', NEW.workspace_id, 'exportId', one.id), 'export.remove:' || one.id, NEW.updated_at, 16);
  END LOOP;
  RETURN NULL;
END $$;
