-- The job queue is Graphile Worker's, in its own schema, which parley_app cannot read. These functions add jobs in the caller's
-- transaction.

-- A job's payload with the request that enqueues it (app.origin: request id, number of jobs in between, trace), if there is one.
CREATE OR REPLACE FUNCTION with_origin(payload json) RETURNS json LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT CASE WHEN coalesce(current_setting('app.origin', true), '') = '' THEN payload
    ELSE (payload::jsonb || jsonb_build_object('origin', current_setting('app.origin', true)))::json END
$$;
REVOKE ALL ON FUNCTION with_origin(json) FROM PUBLIC;

-- Adds a job. A waiting job with the same key is replaced. `add_job` frees the key of a running job before it writes, but does not see one
-- that another transaction is adding: a worker can start that between its commit and the write, which then changes the running job. That
-- job may have read older data, so the key is freed and the job is added.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload json, job_key text, run_at timestamptz, max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  LOOP
    PERFORM graphile_worker.add_job(task, with_origin(payload), run_at => run_at, max_attempts => max_attempts, job_key => job_key, job_key_mode => 'replace');
    EXIT WHEN NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.key = job_key AND j.locked_at IS NOT NULL);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION enqueue_job(text, json, text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(text, json, text, timestamptz, int) TO parley_app;

-- Adds a job unless one with its key is waiting to start. Call it after the commit of the data that the job reads: a waiting job
-- then reads it too, and concurrent callers do not wait for each other.
CREATE OR REPLACE FUNCTION enqueue_unless_waiting(task text, payload json, job_key text, run_at timestamptz, max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM enqueue_job(task, payload, job_key, run_at, max_attempts) WHERE NOT EXISTS (
    SELECT FROM graphile_worker._private_jobs j WHERE j.key = job_key AND j.is_available AND j.run_at <= now());
END $$;
REVOKE ALL ON FUNCTION enqueue_unless_waiting(text, json, text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_unless_waiting(text, json, text, timestamptz, int) TO parley_app;

-- Adds many jobs of one kind with one call. For jobs that were started meanwhile, see enqueue_job.
CREATE OR REPLACE FUNCTION enqueue_jobs(task text, payloads json[], job_keys text[], run_ats timestamptz[], max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM graphile_worker.add_jobs(array(
    SELECT (task, with_origin(payload), null, run_at, max_attempts, job_key, null, null)::graphile_worker.job_spec
    FROM unnest(payloads, job_keys, run_ats) AS given(payload, job_key, run_at)
  )) WHERE cardinality(job_keys) > 0;
  PERFORM enqueue_job(task, given.payload, given.job_key, given.run_at, max_attempts)
    FROM unnest(payloads, job_keys, run_ats) AS given(payload, job_key, run_at)
    WHERE EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.key = given.job_key AND j.locked_at IS NOT NULL);
END $$;
REVOKE ALL ON FUNCTION enqueue_jobs(text, json[], text[], timestamptz[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs(text, json[], text[], timestamptz[], int) TO parley_app;

-- Deletes up to `most` jobs that failed for good before the given time; returns their number. Failed jobs stay visible for as
-- long as the operational log.
CREATE OR REPLACE FUNCTION delete_failed_jobs(before timestamptz, most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE gone int; BEGIN
  DELETE FROM graphile_worker._private_jobs WHERE id IN (
    SELECT id FROM graphile_worker._private_jobs
    WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < before ORDER BY id LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
REVOKE ALL ON FUNCTION delete_failed_jobs(timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_failed_jobs(timestamptz, int) TO parley_app;

-- Counts jobs by task: those of the current workspace, or all of them if there is none. `due`: their time has come and no worker
-- has started them. `failed`: no attempt is left.
CREATE OR REPLACE FUNCTION job_counts() RETURNS TABLE (task text, due int, running int, later int, failed int, oldest timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE ws text := COALESCE(current_setting('app.workspace_id', true), ''); BEGIN
  RETURN QUERY SELECT t.identifier,
      (count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at <= now()))::int,
      (count(*) FILTER (WHERE j.locked_at IS NOT NULL))::int,
      (count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at > now()))::int,
      (count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts >= j.max_attempts))::int,
      min(j.run_at) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at <= now())
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE ws = '' OR j.payload->>'workspaceId' = ws
    GROUP BY 1 ORDER BY 1;
END $$;
REVOKE ALL ON FUNCTION job_counts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION job_counts() TO parley_app;
