-- API keys: the workspace of a key is looked up before it is known.

-- A foreign key deletes the entry with its API key.
CREATE OR REPLACE FUNCTION copy_key_id() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  INSERT INTO key_ids (token_id, workspace_id) VALUES (NEW.token_id, NEW.workspace_id);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION copy_key_id() FROM PUBLIC;

CREATE OR REPLACE TRIGGER copy_key_id AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION copy_key_id();
