-- Rejected rows of imports, which are stored for a few days.

-- After an erasure: the rejected rows of every import of the environments that it covers, as only reading them would tell whether
-- they name the contact. The transaction destroys their keys.
CREATE OR REPLACE FUNCTION remove_rejected_rows_after_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN UPDATE imports SET rejected_parts = 0, rejected_bytes = 0, rejected_expires_at = NULL
    WHERE workspace_id = NEW.workspace_id AND rejected_parts > 0 AND (NEW.environment = 'live' OR environment = NEW.environment)
    RETURNING id
  LOOP
    DELETE FROM subject_keys WHERE workspace_id = NEW.workspace_id AND subject_id = one.id;
    DELETE FROM import_rejected_parts WHERE workspace_id = NEW.workspace_id AND import_id = one.id;
  END LOOP;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION remove_rejected_rows_after_erasure() FROM PUBLIC;

CREATE OR REPLACE TRIGGER remove_rejected_rows_after_erasure AFTER UPDATE ON deletions FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('running', 'completed')) EXECUTE FUNCTION remove_rejected_rows_after_erasure();
