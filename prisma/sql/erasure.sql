-- Erasures of a contact's data.

-- A number has one unfinished deletion at a time.
DROP INDEX IF EXISTS deletions_one_unfinished;
CREATE UNIQUE INDEX deletions_one_unfinished ON deletions (workspace_id, environment, contact_hash) WHERE completed_at IS NULL;

-- A completed deletion is not changed, as its receipt was given to others.
CREATE OR REPLACE FUNCTION protect_completed_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF OLD.completed_at IS NOT NULL THEN
    RAISE EXCEPTION 'a completed deletion is not changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER protect_completed_deletion BEFORE UPDATE ON deletions FOR EACH ROW EXECUTE FUNCTION protect_completed_deletion();
