-- Exported files are withdrawn when they may contain what has been erased or newly marked as sensitive. The transaction destroys
-- their keys, and a job removes their bytes.

-- After an erasure: every file of the environments that it covers, as only reading a file would tell whether it names the contact.
CREATE OR REPLACE FUNCTION withdraw_exports_after_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
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
REVOKE ALL ON FUNCTION withdraw_exports_after_erasure() FROM PUBLIC;

CREATE OR REPLACE TRIGGER withdraw_exports_after_erasure AFTER UPDATE ON deletions FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('running', 'completed')) EXECUTE FUNCTION withdraw_exports_after_erasure();

-- After a variable is marked as sensitive: every file that contains variables.
CREATE OR REPLACE FUNCTION withdraw_exports_after_marking() RETURNS trigger LANGUAGE plpgsql AS $$
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
REVOKE ALL ON FUNCTION withdraw_exports_after_marking() FROM PUBLIC;

CREATE OR REPLACE TRIGGER withdraw_exports_after_marking AFTER UPDATE OF sensitive_marks ON agents FOR EACH ROW
  WHEN (OLD.sensitive_marks IS DISTINCT FROM NEW.sensitive_marks) EXECUTE FUNCTION withdraw_exports_after_marking();
