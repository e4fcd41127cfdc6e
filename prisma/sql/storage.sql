-- Stored files: which of them no row knows, and which are missing.

-- One row for the installation. `owner` is also written into the storage.
INSERT INTO storage_sweeps (owner) SELECT replace(gen_random_uuid()::text, '-', '') WHERE NOT EXISTS (SELECT FROM storage_sweeps);

-- The files to check next: those with the oldest check.
DROP INDEX IF EXISTS recordings_to_check;
CREATE INDEX recordings_to_check ON recordings (workspace_id, checked_at NULLS FIRST) WHERE state = 'ready';

DROP INDEX IF EXISTS exports_to_check;
CREATE INDEX exports_to_check ON exports (workspace_id, checked_at NULLS FIRST) WHERE status = 'completed';

-- Which of the given folders belong to a row of any workspace. A folder's name does not tell its workspace, so that no tenant can
-- ask; the names are 128 random bits, and the function returns only names that it was given.
CREATE OR REPLACE FUNCTION objects_in_use(objects text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT o FROM unnest(objects) o
  WHERE EXISTS (SELECT FROM recordings WHERE object = o) OR EXISTS (SELECT FROM exports WHERE object = o)
$$;
REVOKE ALL ON FUNCTION objects_in_use(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION objects_in_use(text[]) TO parley_app;
