-- Rows that are not changed after they were inserted.

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER frozen BEFORE UPDATE ON agent_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER frozen BEFORE UPDATE ON agent_rollbacks FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- An erasure replaces the key of a consent's sealed columns, and nothing else.
CREATE OR REPLACE TRIGGER frozen BEFORE UPDATE ON consents FOR EACH ROW
  WHEN (to_jsonb(OLD.*) - 'wording' - 'evidence' IS DISTINCT FROM to_jsonb(NEW.*) - 'wording' - 'evidence')
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER append_only_all BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
