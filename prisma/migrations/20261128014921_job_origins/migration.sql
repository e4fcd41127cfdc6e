-- expand

-- A job's payload with the request that enqueues it (app.origin: request id, number of jobs in between, trace), if there is one.
CREATE OR REPLACE FUNCTION with_origin(payload json) RETURNS json LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT CASE WHEN coalesce(current_setting('app.origin', true), '') = '' THEN payload
    ELSE (payload::jsonb || jsonb_build_object('origin', current_setting('app.origin', true)))::json END
$$;
REVOKE ALL ON FUNCTION with_origin(json) FROM PUBLIC;

-- Adds a job. A waiting job with the same key is replaced.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload json, job_key text, run_at timestamptz, max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM graphile_worker.add_job(task, with_origin(payload), run_at => run_at, max_attempts => max_attempts, job_key => job_key, job_key_mode => 'replace');
END $$;
REVOKE ALL ON FUNCTION enqueue_job(text, json, text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(text, json, text, timestamptz, int) TO parley_app;

-- Adds many jobs of one kind with one call.
CREATE OR REPLACE FUNCTION enqueue_jobs(task text, payloads json[], job_keys text[], run_ats timestamptz[], max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM graphile_worker.add_jobs(array(
    SELECT (task, with_origin(payload), null, run_at, max_attempts, job_key, null, null)::graphile_worker.job_spec
    FROM unnest(payloads, job_keys, run_ats) AS given(payload, job_key, run_at)
  )) WHERE cardinality(job_keys) > 0;
END $$;
REVOKE ALL ON FUNCTION enqueue_jobs(text, json[], text[], timestamptz[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs(text, json[], text[], timestamptz[], int) TO parley_app;
