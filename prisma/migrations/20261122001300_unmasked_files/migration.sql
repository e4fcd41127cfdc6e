-- Files of calls that were written, or begun, before a variable was marked sensitive hold its values. They go as those do
-- that may hold somebody who is erased: their keys with the transaction that marks it, the bytes by a job. Agents are of
-- both environments, and nobody knows which file holds which agent's calls without reading it: all of them go.
CREATE FUNCTION withdraw_unmasked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN UPDATE exports SET status = 'withdrawn', expires_at = NEW.updated_at
    WHERE workspace_id = NEW.workspace_id AND resource IN ('calls', 'variables') AND status IN ('queued', 'running', 'completed')
    RETURNING id
  LOOP
    DELETE FROM subject_keys WHERE workspace_id = NEW.workspace_id AND subject_id = one.id;
    PERFORM enqueue_job('export.remove', json_build_object('workspaceId', NEW.workspace_id, 'exportId', one.id), 'export.remove:' || one.id, NEW.updated_at, 16);
  END LOOP;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION withdraw_unmasked() FROM PUBLIC;
CREATE TRIGGER withdraw_unmasked AFTER UPDATE OF sensitive_marks ON agents FOR EACH ROW
  WHEN (OLD.sensitive_marks IS DISTINCT FROM NEW.sensitive_marks) EXECUTE FUNCTION withdraw_unmasked();
