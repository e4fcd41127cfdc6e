-- Workspace keys: a data key is not deleted while a value is sealed with it.

-- Locks the row of a data key until the end of the transaction, as a foreign key would, so that the key is not deleted between
-- the sealing of a value and its commit. Raises foreign_key_violation if the key does not exist.
CREATE OR REPLACE FUNCTION lock_data_key(ws text, number int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM workspace_keys WHERE workspace_id = ws AND purpose = 'data' AND version = number FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'data key % does not exist', number USING ERRCODE = 'foreign_key_violation';
  END IF;
END $$;
REVOKE ALL ON FUNCTION lock_data_key(text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_data_key(text, int) TO parley_app;

-- The version of the data key that a value is sealed with: bytes 1 and 2 (lib/platform/crypto/seal.ts). 0 is the index key,
-- which does not rotate.
CREATE OR REPLACE FUNCTION sealed_key_version(value bytea) RETURNS int LANGUAGE sql IMMUTABLE
  AS $$ SELECT get_byte(substring(value FROM 1 FOR 3), 1) * 256 + get_byte(substring(value FROM 1 FOR 3), 2) $$;

-- Locks the key of the sealed value in the column that the trigger names. Byte 0 of a sealed value is its format; other
-- values are sealed with no key.
CREATE OR REPLACE FUNCTION lock_sealing_key() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE value bytea; BEGIN
  EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) USING NEW INTO value;
  IF octet_length(value) > 3 AND get_byte(substring(value FROM 1 FOR 1), 0) = 1 AND sealed_key_version(value) > 0 THEN
    PERFORM lock_data_key(NEW.workspace_id, sealed_key_version(value));
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER sealed_digest BEFORE INSERT OR UPDATE OF digest ON api_keys
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('digest');

CREATE OR REPLACE TRIGGER sealed_previous_digest BEFORE INSERT OR UPDATE OF previous_digest ON api_keys
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('previous_digest');

CREATE OR REPLACE TRIGGER sealed_secret BEFORE INSERT OR UPDATE OF secret ON integrations
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('secret');

CREATE OR REPLACE TRIGGER sealed_email BEFORE INSERT OR UPDATE OF email ON invitations
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('email');

CREATE OR REPLACE TRIGGER sealed_sealed BEFORE INSERT OR UPDATE OF sealed ON import_chunks
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('sealed');

CREATE OR REPLACE TRIGGER sealed_secret BEFORE INSERT OR UPDATE OF secret ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('secret');

CREATE OR REPLACE TRIGGER sealed_previous_secret BEFORE INSERT OR UPDATE OF previous_secret ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('previous_secret');

CREATE OR REPLACE TRIGGER sealed_content BEFORE INSERT OR UPDATE OF content ON saved_views
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('content');

CREATE OR REPLACE TRIGGER sealed_cases BEFORE INSERT OR UPDATE OF cases ON suites
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('cases');

CREATE OR REPLACE TRIGGER sealed_cases BEFORE INSERT OR UPDATE OF cases ON suite_runs
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('cases');

CREATE OR REPLACE TRIGGER sealed_conversation BEFORE INSERT OR UPDATE OF conversation ON suite_results
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('conversation');

-- One statement inserts thousands of subjects' keys: each version is locked once.
CREATE OR REPLACE FUNCTION lock_subject_sealing_keys() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE one record; BEGIN
  FOR one IN SELECT DISTINCT workspace_id, key_version FROM new_rows LOOP
    PERFORM lock_data_key(one.workspace_id, one.key_version);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sealed_wrapped AFTER INSERT ON subject_keys REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION lock_subject_sealing_keys();

-- The index key is never deleted. A data key is deleted only if a later one is active and no subject's key is wrapped by it. All
-- keys are deleted with their workspace, before its other data.
CREATE OR REPLACE FUNCTION protect_workspace_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF is_workspace_deletion_due(OLD.workspace_id) THEN RETURN OLD; END IF;
  IF OLD.purpose <> 'data' THEN
    RAISE EXCEPTION 'the index key of a workspace cannot be deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM workspace_keys k WHERE k.workspace_id = OLD.workspace_id AND k.purpose = 'data'
      AND k.version > OLD.version AND k.active_from < now())
    OR EXISTS (SELECT FROM subject_keys s WHERE s.workspace_id = OLD.workspace_id AND s.key_version = OLD.version) THEN
    RAISE EXCEPTION 'a data key in use cannot be deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER protect_workspace_key BEFORE DELETE ON workspace_keys FOR EACH ROW EXECUTE FUNCTION protect_workspace_key();

-- A workspace has one unfinished rotation at a time.
DROP INDEX IF EXISTS key_rotations_one_unfinished;
CREATE UNIQUE INDEX key_rotations_one_unfinished ON key_rotations (workspace_id) WHERE completed_at IS NULL;
