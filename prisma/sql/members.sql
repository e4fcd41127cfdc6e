-- Members and invitations.

-- An address has one open invitation to a workspace at a time.
DROP INDEX IF EXISTS invitations_one_open;
CREATE UNIQUE INDEX invitations_one_open ON invitations (workspace_id, email_hash) WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- The workspace of an invitation's token; null for other tokens.
CREATE OR REPLACE FUNCTION workspace_of_invitation(hash bytea) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT workspace_id FROM invitations WHERE token_hash = hash';
REVOKE ALL ON FUNCTION workspace_of_invitation(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_of_invitation(bytea) TO parley_app;

-- Raises PL002 if a workspace is left without an owner. The lock makes concurrent changes of owners wait: if two owners demote
-- each other at once, the second is refused. The members of a workspace that is being deleted are removed all the same.
CREATE OR REPLACE FUNCTION require_an_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$ BEGIN
  PERFORM FROM workspaces WHERE id = OLD.workspace_id FOR NO KEY UPDATE;
  IF FOUND AND NOT is_workspace_deletion_due(OLD.workspace_id)
    AND NOT EXISTS (SELECT FROM members WHERE workspace_id = OLD.workspace_id AND role = 'owner') THEN
    RAISE EXCEPTION 'a workspace must have an owner' USING ERRCODE = 'PL002';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION require_an_owner() FROM PUBLIC;

CREATE OR REPLACE TRIGGER require_an_owner AFTER UPDATE OF role OR DELETE ON members FOR EACH ROW
  WHEN (OLD.role = 'owner') EXECUTE FUNCTION require_an_owner();
