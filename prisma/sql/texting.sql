-- Texts whose body is still stored, for the sweeps: a sent or settled text has none.
DROP INDEX IF EXISTS texts_unfinished;
CREATE INDEX texts_unfinished ON texts (workspace_id, created_at) WHERE body IS NOT NULL;
