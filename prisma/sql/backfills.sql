-- The function below reads the rows of every workspace.
DROP POLICY IF EXISTS owner_reads ON backfills;
CREATE POLICY owner_reads ON backfills FOR SELECT TO CURRENT_USER USING (true);

-- Progress of each backfill over all workspaces, for the operator: numbers only. A workspace without a finished row is unfinished.
CREATE OR REPLACE FUNCTION backfill_progress()
RETURNS TABLE (name text, workspaces int, finished int, processed bigint, changed bigint, estimate bigint, started_at timestamptz, updated_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT b.name, (SELECT count(*)::int FROM workspaces), count(b.finished_at)::int, sum(b.processed), sum(b.changed),
    sum(greatest(b.estimate, b.processed)), min(b.started_at), max(b.updated_at)
  FROM backfills b GROUP BY b.name ORDER BY b.name
$$;
REVOKE ALL ON FUNCTION backfill_progress() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION backfill_progress() TO parley_app;
